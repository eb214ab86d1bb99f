export function checkRooms(root: string): string[];
export function importsOf(source: string): { specifier: string; line: number }[];
