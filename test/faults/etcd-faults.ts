import type { Fleet } from './fleet.ts';

export interface EtcdFault {
  readonly name: string;
  /** `longest`: how long it lasts at most, in milliseconds. */
  run(fleet: Fleet, random: () => number, longest: number): Promise<void>;
}

/** Some part of a span, so that no two faults are alike. */
const upTo = (ms: number, random: () => number): number => Math.floor(random() * ms);
const any = ({ size }: Fleet, random: () => number): number => Math.floor(random() * size);

/** What is done to three members and three servers. None of it needs rights. */
export const etcdFaults: readonly EtcdFault[] = [
  { name: 'kill -9 of a server', run: (fleet, random) => fleet.restartServer(any(fleet, random), 'SIGKILL') },
  { name: 'stop of a server', run: (fleet, random) => fleet.restartServer(any(fleet, random), 'SIGTERM') },
  { name: 'kill -9 of a member', run: (fleet, random) => fleet.restartMember(any(fleet, random)) },
  {
    name: 'standstill of a server',
    run: (fleet, random, longest) => fleet.pauseServer(any(fleet, random), upTo(longest, random)),
  },
  {
    name: 'standstill of a member',
    run: (fleet, random, longest) => fleet.pauseMember(any(fleet, random), upTo(longest, random)),
  },
  {
    name: 'a server without a network',
    run: (fleet, random, longest) => fleet.cutServer(any(fleet, random), upTo(longest, random)),
  },
  {
    name: 'a member without a network',
    run: (fleet, random, longest) => fleet.cutMember(any(fleet, random), upTo(longest, random)),
  },
];

/** Those that take longer than a leader may be away. */
export const longEtcdFaults: readonly EtcdFault[] = [
  { name: 'long standstill of a server', run: (fleet, random) => fleet.pauseServer(any(fleet, random), 20_000) },
  { name: 'long standstill of a member', run: (fleet, random) => fleet.pauseMember(any(fleet, random), 20_000) },
  { name: 'a server long without a network', run: (fleet, random) => fleet.cutServer(any(fleet, random), 20_000) },
  {
    name: 'no majority',
    async run(fleet, random) {
      const ms = 1000 + upTo(4000, random);
      await Promise.all([fleet.pauseMember(0, ms), fleet.pauseMember(1, ms)]);
    },
  },
];
