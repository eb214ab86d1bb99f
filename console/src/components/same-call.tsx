import { useState } from 'preact/hooks';
import { type ApiCall, pathAndQuery } from '../api/call.ts';
import { curlFor } from '../api/curl-command.ts';
import { session } from '../app/session.ts';
import { Icon } from './icon.tsx';

interface SameCallProps {
  /** `kubectl get pods -A`; absent where kubectl has no way to say it. */
  readonly kubectl?: string | undefined;
  readonly call: ApiCall;
}

/** How to do outside of the console what it does or shows here. */
export function SameCall({ kubectl, call }: SameCallProps) {
  const request = `${call.method ?? 'GET'} ${pathAndQuery(call)}`;
  const curl = curlFor(call, session.value?.server.url ?? '');
  return (
    <details class="same-call">
      <summary>
        <Icon name="terminal" />
        <code>{kubectl ?? request}</code>
      </summary>
      <div class="same-call-more">
        {kubectl !== undefined && <CallLine name="kubectl" text={kubectl} />}
        <CallLine name="request" text={request} />
        <CallLine name="curl" text={curl} />
      </div>
    </details>
  );
}

function CallLine({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="call-line">
      <span class="call-name">{name}</span>
      <code>{text}</code>
      <CopyButton text={text} what={name} />
    </div>
  );
}

/** How long it is said that something was copied. */
const COPIED_MS = 1500;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  };
  return (
    <button type="button" class="quiet small" onClick={copy} aria-label={copied ? 'Copied' : `Copy ${what}`}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
