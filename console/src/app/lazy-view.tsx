import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBox } from '../components/error-box.tsx';
import { Loading } from '../components/states.tsx';

/** A component whose code is loaded when it is shown for the first time. */
export function lazyView<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return function LazyView(props: P) {
    const [, redraw] = useState(0);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (Loaded !== undefined) return;
      load().then((module) => {
        Loaded = module.default;
        redraw(1);
      }, setError);
    }, []);
    if (error !== undefined) return <ErrorBox error={error} />;
    return Loaded === undefined ? <Loading what="this view" /> : <Loaded {...props} />;
  };
}
