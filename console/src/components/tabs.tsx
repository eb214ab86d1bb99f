export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly href: string;
}

/** Views of the same thing. Each is a place of its own, so they are links. */
export function Tabs({ tabs, current, label }: { readonly tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.name} href={tab.href} aria-current={tab.name === current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
