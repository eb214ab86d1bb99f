export function completed<T extends { packages: object }>(lock: T): T;
