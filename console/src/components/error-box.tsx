import { pathAndQuery, StatusError } from '../api/call.ts';
import type { StatusCause } from '../api/types.ts';
import { Icon } from './icon.tsx';

/** An error as the server worded it, with its causes and the call that it answers. */
export function ErrorBox({ error, title }: { readonly error: unknown; readonly title?: string }) {
  const status = error instanceof StatusError ? error.status : undefined;
  const code = status?.code ? String(status.code) : '';
  const heading = title ?? ([code, wordsOf(status?.reason)].filter((part) => part !== '').join(' ') || 'Error');
  const causes = status?.details?.causes ?? [];
  return (
    <div class="error-box" role="alert">
      <p class="error-title">
        <Icon name="warning" /> {heading}
      </p>
      <p class="error-message">{messageOf(error)}</p>
      {causes.length > 1 && (
        <ul class="causes">
          {causes.map((cause) => (
            <Cause key={`${cause.field} ${cause.message}`} {...cause} />
          ))}
        </ul>
      )}
      {error instanceof StatusError && (
        <p class="error-call">
          {error.call.method ?? 'GET'} {pathAndQuery(error.call)}
        </p>
      )}
    </div>
  );
}

function Cause({ field, message }: StatusCause) {
  return (
    <li>
      {field !== undefined && field !== '' && <code>{field}</code>} {message}
    </li>
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `InternalError` as words. */
const wordsOf = (reason = ''): string => reason.replace(/([a-z])([A-Z])/g, '$1 $2');
