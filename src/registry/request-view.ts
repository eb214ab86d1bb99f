import type { DecodeOptions, ResourceDefinition, ServedResource, SubresourceView } from '#machinery';
import { apiErrors, cloneJson, type Hub, type MaybePromise, ownHub, type Versioned, whenReady } from '#meta';
import { converting } from './stage-times.ts';

/**
 * What a request sees of an object: the object itself in the version of the request, or (scale) another kind that is
 * shown over it. Bodies, patches and answers are all of the view; the store knows only the object.
 */
export interface RequestView {
  /** Kind, codec and columns of what is seen. */
  readonly served: ServedResource;
  /** The object that a patch starts from. Not to be changed. */
  base(live: Hub): Versioned | Promise<Versioned>;
  /** The hub object that a sent view asks for. Changes what was sent. */
  take(sent: Versioned, live: Hub | null, options?: DecodeOptions): MaybePromise<Hub>;
}

export function requestViewOf(resource: ServedResource, subresource: string): RequestView {
  const part = resource.definition.subresources.get(subresource);
  if (part?.mode === 'review') return ownView(reviewView(part.kind, part.review));
  if (part?.mode === 'view') return subresourceView(resource, part.kind, part.view);
  return ownView(resource);
}

/** The same view, of which a request is told how long its conversions took. */
export function timedView(view: RequestView, asker: Parameters<typeof converting>[0]): RequestView {
  if (asker.resource.definition.versions.size <= 1) return view;
  return {
    served: view.served,
    base: (live) => converting(asker, () => view.base(live)),
    take: (...sent) => converting(asker, () => view.take(...sent)),
  };
}

function reviewView({ group, version }: ViewKind, definition: ResourceDefinition): ServedResource {
  return { group, version, definition, versionDefinition: definition.storage.definition };
}

function ownView(served: ServedResource): RequestView {
  const { versionDefinition } = served;
  return {
    served,
    base: (live) => versionDefinition.fromHub(live),
    take(sent, _live, options) {
      versionDefinition.default(sent, options);
      return versionDefinition.toHub(sent);
    },
  };
}

function subresourceView(resource: ServedResource, kind: ViewKind, view: SubresourceView): RequestView {
  const { versionDefinition, definition } = resource;
  const through = (read: SubresourceView['read']) => (hub: Hub) => whenReady(versionDefinition.fromHub(hub), read);
  const served: ServedResource = {
    group: kind.group,
    version: kind.version,
    // The shown kind is built in, whatever resource it is shown for.
    definition: { ...definition, kind: kind.kind, origin: 'built-in' },
    versionDefinition: {
      ...versionDefinition,
      codec: view.codec,
      columns: view.columns,
      fromHub: through((object) => view.read(object)),
      // What it shows is a kind of its own, which has no other versions.
      toHub: ownHub.toHub,
    },
  };
  return {
    served,
    base: through((object) => (view.base ?? view.read)(object)),
    // The update refuses an absent object before it asks for the view.
    take: (sent, live) =>
      whenReady(versionDefinition.fromHub(live as Hub), (shown) => {
        const object = cloneJson(shown);
        const faults = view.write(object, sent);
        if (faults.length > 0) throw apiErrors.invalid(kind, sent.metadata.name ?? '', faults);
        // A view's resourceVersion is that of the object: a stale one must not pass, and none means whatever is there.
        if (sent.metadata.resourceVersion) object.metadata.resourceVersion = sent.metadata.resourceVersion;
        return versionDefinition.toHub(object);
      }),
  };
}

type ViewKind = { readonly group: string; readonly version: string; readonly kind: string };
