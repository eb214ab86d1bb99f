import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/components.css';
import { render } from 'preact';
import { App } from './app/app.tsx';
import { followLinks, place } from './app/router.ts';
import { readSession } from './app/session.ts';
import { followShortcuts } from './app/shortcuts.ts';
import { followTheme } from './app/theme.ts';

followTheme();
followLinks();
followShortcuts();
// Who has come to log in is not logged in.
if (place.peek().path !== '/login') void readSession();
const root = document.getElementById('app');
if (root !== null) {
  root.replaceChildren();
  render(<App />, root);
}
