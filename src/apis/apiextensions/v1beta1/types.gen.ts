// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Json, ObjectMeta } from '#meta';

/** A resource that is added to the API: its names, and how its objects look in each version. */
export type CustomResourceDefinition = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What the resource is to look like. */
  spec?: CustomResourceDefinitionSpec;
  /** What became of it. */
  status?: CustomResourceDefinitionStatus;
};

/** What a custom resource is to look like. */
export type CustomResourceDefinitionSpec = {
  /** The API group. The name of the definition is the plural, a dot, and the group. */
  group?: string;
  /** The first version; older clients say it instead of versions. */
  version?: string;
  /** What the resource and its kind are called. */
  names?: CustomResourceDefinitionNames;
  /** Cluster, or Namespaced. */
  scope?: string;
  /** The schema of all versions that have none of their own. */
  validation?: CustomResourceValidation;
  /** The subresources of all versions that have none of their own. */
  subresources?: CustomResourceSubresources;
  /** The versions. Discovery orders them by stability and number. */
  versions?: CustomResourceDefinitionVersion[];
  /** The columns of all versions that have none of their own. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** The selectable fields of all versions that have none of their own. */
  selectableFields?: SelectableField[];
  /** How objects get from one version to another. */
  conversion?: CustomResourceConversion;
  /** Keeps fields that no schema knows. Schemas say this better, field by field. */
  preserveUnknownFields?: boolean;
};

/** What became of a definition. */
export type CustomResourceDefinitionStatus = {
  /** How far it has come. */
  conditions?: CustomResourceDefinitionCondition[] | null;
  /** The names that are served, which may lag behind the wanted ones. */
  acceptedNames?: CustomResourceDefinitionNames;
  /** Every version in which objects may still be stored. None of them can be removed from the spec. */
  storedVersions?: string[] | null;
  /** The generation that the status speaks of. */
  observedGeneration?: number | bigint;
};

/** What a resource and its kind are called. */
export type CustomResourceDefinitionNames = {
  /** The name in paths: /apis/GROUP/VERSION/…/PLURAL. Lower case. */
  plural?: string;
  /** The name of one, for command lines. Defaults to the kind in lower case. */
  singular?: string;
  /** Abbreviations for command lines. */
  shortNames?: string[];
  /** The kind of the objects, in CamelCase. */
  kind?: string;
  /** The kind of lists of them. Defaults to the kind with List behind it. */
  listKind?: string;
  /** Groups of resources that it is listed with, such as all. */
  categories?: string[];
};

/** The schema of a version. */
export type CustomResourceValidation = {
  /** An OpenAPI v3 schema in structural form. */
  openAPIV3Schema?: JSONSchemaProps;
};

/** The subresources of a version. */
export type CustomResourceSubresources = {
  /** Serves /status: the object without it cannot change the status, and with it nothing else. */
  status?: CustomResourceSubresourceStatus;
  /** Serves /scale, for autoscalers and for kubectl scale. */
  scale?: CustomResourceSubresourceScale;
};

/** One version of a custom resource. */
export type CustomResourceDefinitionVersion = {
  /** The name, such as v1 or v2beta1. */
  name?: string;
  /** Whether clients can use it. */
  served?: boolean;
  /** Whether objects are written to the store in it. Exactly one version is. */
  storage?: boolean;
  /** Answers with a warning whenever it is used. */
  deprecated?: boolean;
  /** The text of that warning, instead of the usual one. */
  deprecationWarning?: string;
  /** What its objects look like: for pruning, defaults and validation. */
  schema?: CustomResourceValidation;
  /** Its subresources. */
  subresources?: CustomResourceSubresources;
  /** The columns of its tables, besides the name. Without any there is the age. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields that field selectors may ask for, at most eight. */
  selectableFields?: SelectableField[];
};

/** A column of tables. */
export type CustomResourceColumnDefinition = {
  /** The heading. */
  name?: string;
  /** boolean, date, integer, number or string. */
  type?: string;
  /** A finer type. With name, the column identifies the object. */
  format?: string;
  /** What the column shows. */
  description?: string;
  /** Above 0: shown only when more is asked for. */
  priority?: number;
  /** Where in the object the value is. */
  JSONPath?: string;
};

/** A field that field selectors may ask for. */
export type SelectableField = {
  /** Where in the object it is: a string, a boolean or an integer. */
  jsonPath?: string;
};

/** How objects get from one version to another. */
export type CustomResourceConversion = {
  /** None changes the apiVersion only; Webhook asks a webhook. */
  strategy?: string;
  /** Where the webhook is. */
  webhookClientConfig?: WebhookClientConfig;
  /** Versions of ConversionReview that the webhook understands, the best first. Defaults to v1beta1. */
  conversionReviewVersions?: string[];
};

/** One condition of a definition. */
export type CustomResourceDefinitionCondition = {
  /** Which one: NamesAccepted, Established, NonStructuralSchema, Terminating, and so on. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
  /** The generation that the condition speaks of. */
  observedGeneration?: number | bigint;
};

/** A JSON schema, as in OpenAPI v3 with the extensions of Kubernetes. */
export type JSONSchemaProps = {
  /** Not supported; refused wherever it says something. */
  id?: string;
  /** The dialect of the schema. Ignored. */
  '$schema'?: string;
  /** Not supported; refused wherever it says something. */
  '$ref'?: string;
  /** What the value is for. kubectl explain shows it. */
  description?: string;
  /** array, boolean, integer, number, object or string. */
  type?: string;
  /** A finer type, such as date-time. Unknown ones are ignored. */
  format?: string;
  /** A short name. */
  title?: string;
  /** The value when there is none. */
  default?: Json;
  /** The greatest value of a number. */
  maximum?: number;
  /** The maximum itself is too great. */
  exclusiveMaximum?: boolean;
  /** The least value of a number. */
  minimum?: number;
  /** The minimum itself is too small. */
  exclusiveMinimum?: boolean;
  /** The most characters of a string. */
  maxLength?: number | bigint;
  /** The fewest characters of a string. */
  minLength?: number | bigint;
  /** A regular expression (RE2) that finds something in a string. */
  pattern?: string;
  /** The most items of a list. */
  maxItems?: number | bigint;
  /** The fewest items of a list. */
  minItems?: number | bigint;
  /** Not supported; use the list type set. */
  uniqueItems?: boolean;
  /** A number that divides the value. */
  multipleOf?: number;
  /** The values that are allowed. */
  enum?: Json[];
  /** The most members of an object. */
  maxProperties?: number | bigint;
  /** The fewest members of an object. */
  minProperties?: number | bigint;
  /** Members that an object must have. */
  required?: string[];
  /** The schema of a list's items. */
  items?: JSONSchemaPropsOrArray;
  /** Schemas that must all hold. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which exactly one must hold. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which one or more must hold. */
  anyOf?: JSONSchemaProps[];
  /** A schema that must not hold. */
  not?: JSONSchemaProps;
  /** The schemas of an object's members. */
  properties?: { [key: string]: JSONSchemaProps };
  /** The schema of all other members. */
  additionalProperties?: JSONSchemaPropsOrBool;
  /** Not supported; refused wherever it says something. */
  patternProperties?: { [key: string]: JSONSchemaProps };
  /** Not supported; refused wherever it says something. */
  dependencies?: { [key: string]: JSONSchemaPropsOrStringArray };
  /** Not supported; refused wherever it says something. */
  additionalItems?: JSONSchemaPropsOrBool;
  /** Not supported; refused wherever it says something. */
  definitions?: { [key: string]: JSONSchemaProps };
  /** Where more is written. */
  externalDocs?: ExternalDocumentation;
  /** An example. */
  example?: Json;
  /** Allows null. */
  nullable?: boolean;
  /** Keeps members that the schema does not know. */
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  /** The value is an object with apiVersion, kind and metadata. */
  'x-kubernetes-embedded-resource'?: boolean;
  /** The value is an integer or a string. */
  'x-kubernetes-int-or-string'?: boolean;
  /** The members that together are the key of an item of a list of type map. */
  'x-kubernetes-list-map-keys'?: string[];
  /** atomic, set or map: how apply merges a list, and what must be unique. */
  'x-kubernetes-list-type'?: string;
  /** granular or atomic: how apply merges an object. */
  'x-kubernetes-map-type'?: string;
  /** Rules in the Common Expression Language. */
  'x-kubernetes-validations'?: ValidationRule[];
};

/** That there is a status subresource. */
export type CustomResourceSubresourceStatus = Record<never, never>;

/** Where the scale subresource finds its values. */
export type CustomResourceSubresourceScale = {
  /** Where the wanted number of replicas is, under .spec. */
  specReplicasPath?: string;
  /** Where the actual number of replicas is, under .status. */
  statusReplicasPath?: string;
  /** Where a label selector is, as text, under .status or .spec. */
  labelSelectorPath?: string;
};

/** Where a webhook is: a URL or a service, exactly one of the two. */
export type WebhookClientConfig = {
  /** An https URL without user, query or fragment. */
  url?: string;
  /** A service of the cluster. */
  service?: ServiceReference;
  /** Certificates in PEM that sign the certificate of the webhook. Defaults to those of the system. */
  caBundle?: string;
};

/** A schema, or a list of schemas. */
export type JSONSchemaPropsOrArray = JSONSchemaProps | JSONSchemaProps[];

/** A schema, or a boolean. */
export type JSONSchemaPropsOrBool = boolean | JSONSchemaProps;

/** A schema, or a list of names. */
export type JSONSchemaPropsOrStringArray = JSONSchemaProps | string[];

/** A document somewhere else. */
export type ExternalDocumentation = {
  /** What it is about. */
  description?: string;
  /** Where it is. */
  url?: string;
};

/** A rule in the Common Expression Language. */
export type ValidationRule = {
  /** The expression; true when the value is valid. The value is self, its old one oldSelf. */
  rule?: string;
  /** What to say when the rule fails. */
  message?: string;
  /** An expression that gives the message. */
  messageExpression?: string;
  /** The reason in the status of the error. Defaults to FieldValueInvalid. */
  reason?: string;
  /** The field to blame, relative to the value. */
  fieldPath?: string;
  /** Makes oldSelf optional, so that the rule runs on creation too. */
  optionalOldSelf?: boolean;
};

/** A port of a service. */
export type ServiceReference = {
  /** The namespace of the service. */
  namespace?: string;
  /** The name of the service. */
  name?: string;
  /** The path of the URL. */
  path?: string;
  /** The port. Defaults to 443. */
  port?: number;
};

/** All of them by name. */
export type Types = {
  CustomResourceDefinition: CustomResourceDefinition;
  CustomResourceDefinitionSpec: CustomResourceDefinitionSpec;
  CustomResourceDefinitionStatus: CustomResourceDefinitionStatus;
  CustomResourceDefinitionNames: CustomResourceDefinitionNames;
  CustomResourceValidation: CustomResourceValidation;
  CustomResourceSubresources: CustomResourceSubresources;
  CustomResourceDefinitionVersion: CustomResourceDefinitionVersion;
  CustomResourceColumnDefinition: CustomResourceColumnDefinition;
  SelectableField: SelectableField;
  CustomResourceConversion: CustomResourceConversion;
  CustomResourceDefinitionCondition: CustomResourceDefinitionCondition;
  JSONSchemaProps: JSONSchemaProps;
  CustomResourceSubresourceStatus: CustomResourceSubresourceStatus;
  CustomResourceSubresourceScale: CustomResourceSubresourceScale;
  WebhookClientConfig: WebhookClientConfig;
  JSONSchemaPropsOrArray: JSONSchemaPropsOrArray;
  JSONSchemaPropsOrBool: JSONSchemaPropsOrBool;
  JSONSchemaPropsOrStringArray: JSONSchemaPropsOrStringArray;
  ExternalDocumentation: ExternalDocumentation;
  ValidationRule: ValidationRule;
  ServiceReference: ServiceReference;
};
