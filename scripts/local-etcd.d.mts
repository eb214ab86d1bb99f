import type { ChildProcess } from 'node:child_process';

export interface Member {
  readonly name: string;
  readonly client: number;
  readonly peer: number;
  readonly advertised?: number;
}
export interface MemberProcess {
  readonly child: ChildProcess;
  complaints(): string;
}
export const etcdProgram: string;
export function etcdVersion(): string | undefined;
export function freePort(): Promise<number>;
export function placeMembers(count: number): Promise<Member[]>;
export function memberFlags(member: Member, members: readonly Member[], directory: string): string[];
export function startMember(flags: readonly string[], how?: { readonly detached?: boolean }): MemberProcess;
export function untilListening(port: number, member: MemberProcess): Promise<void>;
