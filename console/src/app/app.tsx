import { isPinnace } from '../api/pinnace-paths.ts';
import { ErrorBox } from '../components/error-box.tsx';
import { Empty, Loading } from '../components/states.tsx';
import type { Screen } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { Layout } from './layout.tsx';
import { LoginScreen } from './login-screen.tsx';
import { match } from './match.ts';
import { OpenScreen } from './open-screen.tsx';
import { href, navigate, place } from './router.ts';
import { session } from './session.ts';

/** What is shown, by the address and by whether somebody is logged in. */
export function App() {
  const { path, query } = place.value;
  if (path === '/login') return <LoginScreen query={query} />;
  if (session.value === undefined) return <Loading what="the console" />;
  if (session.value === null) return <LoginScreen query={query} />;
  const found = findScreen(path);
  if (found === undefined && path === '/') {
    navigate(href(screens.find(({ nav }) => nav !== undefined)?.path ?? '/objects'), { replace: true });
    return null;
  }
  return (
    <Layout screen={found?.screen}>
      <Found found={found} path={path} query={query} />
    </Layout>
  );
}

interface FoundProps {
  readonly found: ReturnType<typeof findScreen>;
  readonly path: string;
  readonly query: URLSearchParams;
}

function Found({ found, path, query }: FoundProps) {
  if (found === undefined) return <NoScreen path={path} />;
  if (found.screen.isOurs && !isPinnace()) {
    return <Empty title="This server does not tell that.">It is no Pinnace: only a Pinnace does.</Empty>;
  }
  return <OpenScreen {...found} query={query} />;
}

function findScreen(path: string): { screen: Screen; params: Readonly<Record<string, string>> } | undefined {
  for (const screen of screens) {
    const params = match(screen.path, path);
    if (params !== undefined) return { screen, params };
  }
  return undefined;
}

function NoScreen({ path }: { path: string }) {
  return <ErrorBox error={new Error(`There is no page ${path} in this console.`)} />;
}
