import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the first beta of the apiextensions group, in the notation of `describeTypes`. */
export const apiextensionsV1beta1 = describeTypes<Types>(
  {
    package: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1beta1',
    goPackage: 'v1beta1',
    uses: { meta: metaV1 },
  },
  `
CustomResourceDefinition | A resource that is added to the API: its names, and how its objects look in each version.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec CustomResourceDefinitionSpec always | What the resource is to look like.
  3 status CustomResourceDefinitionStatus | What became of it.
CustomResourceDefinitionSpec | What a custom resource is to look like.
  1 group string always | The API group. The name of the definition is the plural, a dot, and the group.
  2 version string | The first version; older clients say it instead of versions.
  3 names CustomResourceDefinitionNames always | What the resource and its kind are called.
  4 scope string always go=ResourceScope | Cluster, or Namespaced.
  5 validation CustomResourceValidation? | The schema of all versions that have none of their own.
  6 subresources CustomResourceSubresources? | The subresources of all versions that have none of their own.
  7 versions [CustomResourceDefinitionVersion] | The versions. Discovery orders them by stability and number.
  8 additionalPrinterColumns [CustomResourceColumnDefinition] | The columns of all versions that have none of their own.
  11 selectableFields [SelectableField] | The selectable fields of all versions that have none of their own.
  9 conversion CustomResourceConversion? | How objects get from one version to another.
  10 preserveUnknownFields bool? | Keeps fields that no schema knows. Schemas say this better, field by field.
CustomResourceDefinitionStatus | What became of a definition.
  1 conditions [CustomResourceDefinitionCondition] always | How far it has come.
  2 acceptedNames CustomResourceDefinitionNames always | The names that are served, which may lag behind the wanted ones.
  3 storedVersions [string] always | Every version in which objects may still be stored. None of them can be removed from the spec.
  4 observedGeneration int64 | The generation that the status speaks of.
CustomResourceDefinitionNames | What a resource and its kind are called.
  1 plural string always | The name in paths: /apis/GROUP/VERSION/…/PLURAL. Lower case.
  2 singular string | The name of one, for command lines. Defaults to the kind in lower case.
  3 shortNames [string] | Abbreviations for command lines.
  4 kind string always | The kind of the objects, in CamelCase.
  5 listKind string | The kind of lists of them. Defaults to the kind with List behind it.
  6 categories [string] | Groups of resources that it is listed with, such as all.
CustomResourceValidation | The schema of a version.
  1 openAPIV3Schema JSONSchemaProps? | An OpenAPI v3 schema in structural form.
CustomResourceSubresources | The subresources of a version.
  1 status CustomResourceSubresourceStatus? | Serves /status: the object without it cannot change the status, and with it nothing else.
  2 scale CustomResourceSubresourceScale? | Serves /scale, for autoscalers and for kubectl scale.
CustomResourceDefinitionVersion | One version of a custom resource.
  1 name string always | The name, such as v1 or v2beta1.
  2 served bool always | Whether clients can use it.
  3 storage bool always | Whether objects are written to the store in it. Exactly one version is.
  7 deprecated bool | Answers with a warning whenever it is used.
  8 deprecationWarning string? | The text of that warning, instead of the usual one.
  4 schema CustomResourceValidation? | What its objects look like: for pruning, defaults and validation.
  5 subresources CustomResourceSubresources? | Its subresources.
  6 additionalPrinterColumns [CustomResourceColumnDefinition] | The columns of its tables, besides the name. Without any there is the age.
  9 selectableFields [SelectableField] | Fields that field selectors may ask for, at most eight.
CustomResourceColumnDefinition | A column of tables.
  1 name string always | The heading.
  2 type string always | boolean, date, integer, number or string.
  3 format string | A finer type. With name, the column identifies the object.
  4 description string | What the column shows.
  5 priority int32 | Above 0: shown only when more is asked for.
  6 JSONPath string always | Where in the object the value is.
SelectableField | A field that field selectors may ask for.
  1 jsonPath string always | Where in the object it is: a string, a boolean or an integer.
CustomResourceConversion | How objects get from one version to another.
  1 strategy string always go=ConversionStrategyType | None changes the apiVersion only; Webhook asks a webhook.
  2 webhookClientConfig WebhookClientConfig? | Where the webhook is.
  3 conversionReviewVersions [string] | Versions of ConversionReview that the webhook understands, the best first. Defaults to v1beta1.
CustomResourceDefinitionCondition | One condition of a definition.
  1 type string always go=CustomResourceDefinitionConditionType | Which one: NamesAccepted, Established, NonStructuralSchema, Terminating, and so on.
  2 status string always go=ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When the status last changed.
  4 reason string | Why, in one word for programs.
  5 message string | Why, in a sentence for people.
  6 observedGeneration int64 | The generation that the condition speaks of.
JSONSchemaProps | A JSON schema, as in OpenAPI v3 with the extensions of Kubernetes.
  1 id string | Not supported; refused wherever it says something.
  2 $schema string go=JSONSchemaURL | The dialect of the schema. Ignored.
  3 $ref string? | Not supported; refused wherever it says something.
  4 description string | What the value is for. kubectl explain shows it.
  5 type string | array, boolean, integer, number, object or string.
  6 format string | A finer type, such as date-time. Unknown ones are ignored.
  7 title string | A short name.
  8 default json? go=JSON | The value when there is none.
  9 maximum double? | The greatest value of a number.
  10 exclusiveMaximum bool | The maximum itself is too great.
  11 minimum double? | The least value of a number.
  12 exclusiveMinimum bool | The minimum itself is too small.
  13 maxLength int64? | The most characters of a string.
  14 minLength int64? | The fewest characters of a string.
  15 pattern string | A regular expression (RE2) that finds something in a string.
  16 maxItems int64? | The most items of a list.
  17 minItems int64? | The fewest items of a list.
  18 uniqueItems bool | Not supported; use the list type set.
  19 multipleOf double? | A number that divides the value.
  20 enum [json] go=[]JSON | The values that are allowed.
  21 maxProperties int64? | The most members of an object.
  22 minProperties int64? | The fewest members of an object.
  23 required [string] | Members that an object must have.
  24 items JSONSchemaPropsOrArray? | The schema of a list's items.
  25 allOf [JSONSchemaProps] | Schemas that must all hold.
  26 oneOf [JSONSchemaProps] | Schemas of which exactly one must hold.
  27 anyOf [JSONSchemaProps] | Schemas of which one or more must hold.
  28 not JSONSchemaProps? | A schema that must not hold.
  29 properties {JSONSchemaProps} | The schemas of an object's members.
  30 additionalProperties JSONSchemaPropsOrBool? | The schema of all other members.
  31 patternProperties {JSONSchemaProps} explicit | Not supported; refused wherever it says something.
  32 dependencies {JSONSchemaPropsOrStringArray} go=JSONSchemaDependencies explicit | Not supported; refused wherever it says something.
  33 additionalItems JSONSchemaPropsOrBool? | Not supported; refused wherever it says something.
  34 definitions {JSONSchemaProps} go=JSONSchemaDefinitions explicit | Not supported; refused wherever it says something.
  35 externalDocs ExternalDocumentation? | Where more is written.
  36 example json? go=JSON | An example.
  37 nullable bool | Allows null.
  38 x-kubernetes-preserve-unknown-fields bool? | Keeps members that the schema does not know.
  39 x-kubernetes-embedded-resource bool | The value is an object with apiVersion, kind and metadata.
  40 x-kubernetes-int-or-string bool | The value is an integer or a string.
  41 x-kubernetes-list-map-keys [string] | The members that together are the key of an item of a list of type map.
  42 x-kubernetes-list-type string? | atomic, set or map: how apply merges a list, and what must be unique.
  43 x-kubernetes-map-type string? | granular or atomic: how apply merges an object.
  44 x-kubernetes-validations [ValidationRule] go=ValidationRules | Rules in the Common Expression Language.
CustomResourceSubresourceStatus | That there is a status subresource.
CustomResourceSubresourceScale | Where the scale subresource finds its values.
  1 specReplicasPath string always | Where the wanted number of replicas is, under .spec.
  2 statusReplicasPath string always | Where the actual number of replicas is, under .status.
  3 labelSelectorPath string? | Where a label selector is, as text, under .status or .spec.
WebhookClientConfig | Where a webhook is: a URL or a service, exactly one of the two.
  3 url string? | An https URL without user, query or fragment.
  1 service ServiceReference? | A service of the cluster.
  2 caBundle bytes | Certificates in PEM that sign the certificate of the webhook. Defaults to those of the system.
JSONSchemaPropsOrArray choice | A schema, or a list of schemas.
  1 schema JSONSchemaProps?
  2 jSONSchemas [JSONSchemaProps]
JSONSchemaPropsOrBool choice | A schema, or a boolean.
  1 allows bool
  2 schema JSONSchemaProps?
JSONSchemaPropsOrStringArray choice | A schema, or a list of names.
  1 schema JSONSchemaProps?
  2 property [string]
ExternalDocumentation | A document somewhere else.
  1 description string | What it is about.
  2 url string | Where it is.
ValidationRule | A rule in the Common Expression Language.
  1 rule string always | The expression; true when the value is valid. The value is self, its old one oldSelf.
  2 message string | What to say when the rule fails.
  3 messageExpression string | An expression that gives the message.
  4 reason string? go=FieldValueErrorReason | The reason in the status of the error. Defaults to FieldValueInvalid.
  5 fieldPath string | The field to blame, relative to the value.
  6 optionalOldSelf bool? | Makes oldSelf optional, so that the rule runs on creation too.
ServiceReference | A port of a service.
  1 namespace string always | The namespace of the service.
  2 name string always | The name of the service.
  3 path string? | The path of the URL.
  4 port int32? | The port. Defaults to 443.
`,
);
