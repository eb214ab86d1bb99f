export function checkRooms(root: string): string[];
export function unusedInTable(root: string): string[];
export function unimported(root: string): string[];
export function wronglyNamed(root: string): string[];
export function importsOf(source: string): { specifier: string; line: number }[];
