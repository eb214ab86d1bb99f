import type { ComponentType } from 'preact';

export interface ScreenProps {
  /** The values of `:name` in the screen's path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export interface Screen {
  /** `/objects/:group/:version/:resource`, below the console's own address. */
  readonly path: string;
  readonly title: string;
  /** Its word in the navigation; absent for a screen that one comes to from another. */
  readonly nav?: string;
  /** The navigation word of the screen that one comes from. */
  readonly under?: string;
  /** Its data is Pinnace's own: with another server there is nothing to see. */
  readonly isOurs?: true;
  /** The code of a screen is loaded when it is opened. */
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}
