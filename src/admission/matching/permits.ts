import type { AuthorizationAnswer, AuthorizationQuestion } from '#cel';

/** Answers what expressions ask of `authorizer`. */
export type AnswerPermit = (question: AuthorizationQuestion) => Promise<AuthorizationAnswer>;

/** Thrown in the middle of an evaluation that asks what nobody has answered yet. */
class Unanswered {
  readonly key: string;
  readonly question: AuthorizationQuestion;
  constructor(key: string, question: AuthorizationQuestion) {
    this.key = key;
    this.question = question;
  }
}

/**
 * Expressions are evaluated without waiting, but whether somebody may do something takes time to find out. An
 * evaluation that asks it is broken off, and begun again when the answer is there. Each question is answered once per
 * request.
 */
export class Permits {
  readonly #answer: AnswerPermit;
  readonly #known = new Map<string, AuthorizationAnswer>();

  constructor(answer: AnswerPermit) {
    this.#answer = answer;
  }

  /** For the expressions. */
  readonly ask = (question: AuthorizationQuestion): AuthorizationAnswer => {
    const key = JSON.stringify(question);
    const answer = this.#known.get(key);
    if (answer === undefined) throw new Unanswered(key, question);
    return answer;
  };

  /** Does the work, from its beginning whenever an answer was missing. What it costs bounds how often that is. */
  async during<T>(work: () => T): Promise<T> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        this.#known.set(error.key, await this.#answer(error.question));
      }
    }
  }
}
