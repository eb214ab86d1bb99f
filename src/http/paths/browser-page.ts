import { type HttpCall, type Reply, textReply } from '../call.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The page for a person who opens the address in a browser: browsers ask for `text/html`, clients of Kubernetes do not.
 * It needs no authentication, because browsers have no credentials, so it tells no more than `/version`. Undefined for
 * all other requests.
 */
export function browserPage({ method, path, headers }: HttpCall, facts: PageFacts): Reply | undefined {
  if (path !== '/' || method !== 'GET') return undefined;
  if (!/(^|,)\s*text\/html\s*(;|,|$)/i.test(headers.accept ?? '')) return undefined;
  const reply = textReply(200, page(facts));
  const own = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY };
  return { ...reply, headers: { ...reply.headers, ...own } };
}

interface PageFacts {
  readonly version: string;
  readonly hasConsole: boolean;
}

const CONSOLE_TEXT = '<a href="/console">The console</a> shows what is in it.';
const NO_PAGES_TEXT = 'It has no pages to look at.';

const page = ({ version, hasConsole }: PageFacts): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pinnace</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:3em auto;padding:0 1em}pre{background:#8881;padding:1em;overflow:auto}</style>
<h1>Pinnace</h1>
<p>This is a Kubernetes API server (${version}). Programs talk to it, such as kubectl.
${hasConsole ? CONSOLE_TEXT : NO_PAGES_TEXT}</p>
<pre>export KUBECONFIG=$(npx pinnace kubeconfig)
kubectl get namespaces</pre>
<p>Run that in the folder where the server was started; there <code>kubeconfig</code> lies in the data directory,
<code>.pinnace</code> unless another was given.</p>
</html>
`;
