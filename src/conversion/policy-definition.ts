import type { JsonObject } from '#meta';

/** The kind that rules are written as. */
const policyKind = {
  group: 'conversion.pinnace.dev',
  version: 'v1',
  resource: 'conversionpolicies',
  kind: 'ConversionPolicy',
} as const;

const text = (description: string): JsonObject => ({ type: 'string', description });

const conversion: JsonObject = {
  type: 'object',
  description: 'How two versions become each other.',
  required: ['from', 'to', 'rules'],
  properties: {
    from: text('The version on the left side of the rules.'),
    to: text('The version on the right side of the rules.'),
    rules: {
      type: 'array',
      description: 'Each is an object with one member, whose name says what kind of rule it is.',
      maxItems: 500,
      items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      'x-kubernetes-list-type': 'atomic',
    },
  },
};

const condition: JsonObject = {
  type: 'object',
  required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
  properties: {
    type: text('What it is about.'),
    status: text('True, False or Unknown.'),
    reason: text('Why, in a word.'),
    message: text('Why, in sentences.'),
    lastTransitionTime: { type: 'string', format: 'date-time', description: 'Since when.' },
    observedGeneration: { type: 'integer', format: 'int64', description: 'Of which state of the policy.' },
  },
};

const schema: JsonObject = {
  type: 'object',
  description: 'Rules that convert the objects of a CustomResourceDefinition between its versions.',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      description: 'What is converted, and how.',
      required: ['definition', 'conversions'],
      properties: {
        definition: text('The name of the definition, such as crontabs.example.com.'),
        conversions: {
          type: 'array',
          description: 'Versions that have no rules of their own are reached over others.',
          maxItems: 32,
          items: conversion,
          'x-kubernetes-list-type': 'atomic',
        },
      },
    },
    status: {
      type: 'object',
      description: 'Whether the rules are in force, and why not.',
      properties: {
        conditions: {
          type: 'array',
          items: condition,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
        },
      },
    },
  },
};

/** The definition of that kind, for any cluster. */
export function policyDefinition(): JsonObject {
  const { group, version, resource, kind } = policyKind;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      scope: 'Cluster',
      names: { plural: resource, singular: 'conversionpolicy', kind, listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: [
            { name: 'Definition', type: 'string', jsonPath: '.spec.definition' },
            { name: 'Active', type: 'string', jsonPath: '.status.conditions[?(@.type=="Active")].status' },
            { name: 'Reason', type: 'string', jsonPath: '.status.conditions[?(@.type=="Active")].reason' },
          ],
        },
      ],
    },
  };
}
