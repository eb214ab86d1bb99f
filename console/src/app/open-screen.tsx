import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBox } from '../components/error-box.tsx';
import { Loading } from '../components/states.tsx';
import type { Screen, ScreenProps } from '../screens/screen.ts';

type Loaded = { readonly View: ComponentType<ScreenProps> } | { readonly error: unknown };

/** Loads the code of a screen and shows it. What breaks in it breaks only it. */
export function OpenScreen({ screen, params, query }: ScreenProps & { readonly screen: Screen }) {
  const [loaded, setLoaded] = useState<{ readonly of: Screen['load']; readonly what: Loaded }>();
  useEffect(() => {
    let wanted = true;
    screen.load().then(
      (module) => wanted && setLoaded({ of: screen.load, what: { View: module.default } }),
      (error: unknown) => wanted && setLoaded({ of: screen.load, what: { error } }),
    );
    return () => {
      wanted = false;
    };
  }, [screen.load]);
  if (loaded?.of !== screen.load) return <Loading what={screen.title.toLowerCase()} />;
  if ('error' in loaded.what) return <ErrorBox error={loaded.what.error} />;
  const { View } = loaded.what;
  return (
    <Boundary key={screen.path}>
      <View params={params} query={query} />
    </Boundary>
  );
}

class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};
  static override getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorBox error={this.state.error} />;
  }
}
