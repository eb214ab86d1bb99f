import { describeTypes, metaV1, type TypeLibrary } from '#schema';

/** A library with one field of every kind, for the tests of the codecs. */
export const widgets: TypeLibrary = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Widget | A widget.
  1 metadata meta.ObjectMeta | What every object has.
  2 spec WidgetSpec | What is wanted.
  3 status WidgetStatus omitzero
WidgetSpec
  1 replicas int32? | How many.
  2 size int64
  3 ratio double
  4 paused bool
  5 secret bytes
  6 amount quantity?
  7 port intOrString?
  8 since time?
  9 exactly microTime?
  10 raw json?
  11 ports [WidgetPort] list=map(port,protocol) merge=port
  12 labels {string} map=atomic
  13 blobs {bytes}
  14 limits {quantity} go=ResourceList
  15 parts {WidgetPort}
  17 source WidgetSource inline
  16 mode string always required go=Mode
  18 args [string] always list=atomic
  19 parent WidgetSpec?
  20 numbers [int64]
  21 extra {[string]}
  22 verbs [string] boxed
WidgetPort
  3 port int32 always required
  1 name string
  2 protocol string default="TCP"
WidgetSource
  1 file string
  2 other WidgetPort?
WidgetStatus
  1 phase string go=WidgetPhase
  2 seen time
`,
);
