import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isPinnace } from '../api/pinnace-paths.ts';
import { Icon } from '../components/icon.tsx';
import type { Screen } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { href, place } from './router.ts';
import { logout, session } from './session.ts';
import { nextTheme, theme } from './theme.ts';

/** What is around every screen. */
export function Layout({ screen, children }: { readonly screen: Screen | undefined; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const { path } = place.value;
  const opened = useRef(path);
  useEffect(() => {
    document.title = screen === undefined ? 'Pinnace' : `${screen.title} · Pinnace`;
    // Whoever follows a link goes on reading where the new page begins, also by ear.
    if (opened.current !== path) main.current?.focus({ preventScroll: true });
    opened.current = path;
  }, [path, screen]);
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Header current={screen?.nav ?? screen?.under} />
      <main id="main" class="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
}

/** So much is seen of the screen before it. */
const MARGIN = 60;

function Header({ current }: { readonly current: string | undefined }) {
  const server = session.value?.server;
  const nav = useRef<HTMLElement>(null);
  // On a phone the names of the screens are a strip that scrolls: the present one is to be seen.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - MARGIN;
  }, [current]);
  return (
    <header class="side">
      <a class="brand" href={href('/')}>
        <Icon name="boat" />
        <span>Pinnace</span>
      </a>
      <nav aria-label="Screens" class="nav" ref={nav}>
        {screens
          .filter(({ nav, isOurs }) => nav !== undefined && (isOurs !== true || isPinnace()))
          .map(({ nav, path }) => (
            <a key={path} href={href(path)} aria-current={nav === current ? 'page' : undefined}>
              {nav}
            </a>
          ))}
      </nav>
      <div class="side-end">
        <p class="server" title={server?.url}>
          <span class="server-version">{server?.version}</span>
          <span class="server-url">{server?.url.replace(/^https?:\/\//, '')}</span>
        </p>
        <ThemeButton />
        <User />
      </div>
    </header>
  );
}

const themeNames = { system: 'as the system', light: 'light', dark: 'dark' } as const;
const themeIcons = { system: 'auto', light: 'sun', dark: 'moon' } as const;

function ThemeButton() {
  const name = themeNames[theme.value];
  return (
    <button type="button" class="quiet" onClick={nextTheme} aria-label={`Colours: ${name}. Change`}>
      <Icon name={themeIcons[theme.value]} />
      <span class="wide-only">{name}</span>
    </button>
  );
}

function User() {
  const username = session.value?.user.username ?? '';
  return (
    <div class="user">
      <span class="user-name" title={(session.value?.user.groups ?? []).join(', ')}>
        {username}
      </span>
      <button type="button" class="quiet" onClick={() => void logout()}>
        Log out
      </button>
    </div>
  );
}
