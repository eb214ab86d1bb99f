import { useEffect, useState } from 'preact/hooks';
import { ErrorBox } from '../components/error-box.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/states.tsx';
import { href, navigate, place } from './router.ts';
import { login } from './session.ts';

/** Whoever has a one-time link is let in by it; others show a token. */
export function LoginScreen({ query }: { readonly query: URLSearchParams }) {
  const code = query.get('code');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(code !== null);
  const enter = (proof: Parameters<typeof login>[0]): void => {
    setBusy(true);
    setError(undefined);
    login(proof)
      .then(goOn, setError)
      .finally(() => setBusy(false));
  };
  // A code is good for one login.
  useEffect(() => {
    document.title = 'Log in · Pinnace';
    if (code !== null) enter({ code });
  }, [code]);
  return (
    <main class="login">
      <h1>
        <Icon name="boat" /> Pinnace
      </h1>
      {error !== undefined && <ErrorBox error={error} />}
      {busy ? <Loading what="the login" /> : <TokenForm enter={(token) => enter({ token })} />}
    </main>
  );
}

/** A page that was asked for without being logged in is shown afterwards. */
function goOn(): void {
  if (place.peek().path === '/login') navigate(href('/'), { replace: true });
}

function TokenForm({ enter }: { readonly enter: (token: string) => void }) {
  const [token, setToken] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    if (token.trim() !== '') enter(token.trim());
  };
  return (
    <form class="login-form" onSubmit={submit}>
      <label for="token">Bearer token</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={token}
        onInput={(event) => setToken(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Log in
      </button>
      <p class="hint">
        The start message of <code>pinnace serve</code> has a link that logs in the administrator. The token of the
        administrator is in <code>.pinnace/admin.token</code>; that of a service account comes from{' '}
        <code>kubectl create token NAME</code>.
      </p>
    </form>
  );
}
