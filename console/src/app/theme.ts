import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'pinnace-console-theme';

export const theme = signal<Theme>(stored());

function stored(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === 'light' || found === 'dark' ? found : 'system';
  } catch {
    // Storage may be forbidden; the system's choice is good then.
    return 'system';
  }
}

/** The page follows the choice; without one it follows the system. */
export function followTheme(): void {
  effect(() => {
    const choice = theme.value;
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // It is remembered for this page only.
    }
  });
}

const after: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function nextTheme(): void {
  theme.value = after[theme.peek()];
}
