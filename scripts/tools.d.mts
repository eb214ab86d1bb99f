export interface Kubectl {
  path: string;
  version: string;
}
export function findKubectls(): Kubectl[];
export function fetchKubectl(): string;
