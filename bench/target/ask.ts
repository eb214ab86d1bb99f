import { Connection } from '../load/connection.ts';
import { PreparedRequest, type RequestTemplate } from '../load/request.ts';
import type { Target } from './target.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One request on a connection of its own, for what is not measured. */
export async function ask(target: Target, request: RequestTemplate, timeoutMs = 60_000): Promise<Answer> {
  const parts: Buffer[] = [];
  let done: (answer: Answer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const answer = new Promise<Answer>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  answer.catch(() => {});
  const connection = await Connection.open(target, {
    body: (part) => parts.push(Buffer.from(part)),
    end: (status) => done({ status, body: Buffer.concat(parts).toString() }),
    lost: fail,
  });
  const late = setTimeout(() => fail(new Error(`${request.method} ${request.path} was not answered`)), timeoutMs);
  try {
    connection.send(new PreparedRequest(target, request).bytes);
    return await answer;
  } finally {
    clearTimeout(late);
    connection.close();
  }
}
