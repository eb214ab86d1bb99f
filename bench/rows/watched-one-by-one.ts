import { BenchError } from '../bench-error.ts';
import { Connection } from '../load/connection.ts';
import { PreparedRequest } from '../load/request.ts';
import type { Target } from '../target/target.ts';
import { requests } from './config-maps.ts';
import type { Row, Work } from './row.ts';
import { measureRequests } from './throughput.ts';

/** Each has a watcher of its own, as the nodes of a cluster watch what their pods use. */
const OBJECTS = 1000;

const row: Row = {
  name: 'update-watched-by-name',
  title: 'update, 1 client, each of 1,000 objects watched by name',
  unit: 'per s',
  better: 'more',
};

/** A watch of one object, by its name; its events are read and forgotten. Resolves when the server has begun to answer. */
function openWatch(target: Target, object: number, lost: (error: Error) => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      lost(error);
      reject(error);
    };
    const opening = Connection.open(target, {
      head: () => opening.then(resolve),
      end: (status) => fail(new BenchError(`A watch ended with ${status}.`)),
      lost: fail,
    });
    opening.then(
      (connection) => connection.send(new PreparedRequest(target, requests.watchByName).fill({ object, serial: 0 })),
      reject,
    );
  });
}

export const watchedOneByOne: Work = {
  rows: [row],
  run: (bench) =>
    bench.withServer(async (subject) => {
      await bench.fill(subject.target, OBJECTS);
      const faults: Error[] = [];
      const watches: Connection[] = [];
      try {
        for (let object = 0; object < OBJECTS; object++)
          watches.push(await openWatch(subject.target, object, (error) => faults.push(error)));
        const load = { request: requests.update, clients: 1, about: 'again', before: OBJECTS } as const;
        const measured = await measureRequests(bench, subject, load);
        if (faults[0] !== undefined) throw faults[0];
        return { [row.name]: measured };
      } finally {
        for (const watch of watches) watch.close();
      }
    }),
};
