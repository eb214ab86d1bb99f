export function packageTool(name: string): string | undefined;
export function fetchedNodes(): string[];
export function fetchPackageTools(): void;
