/** What one begins with: a definition with a default, two rules and two versions, an object that breaks the rules, and how it is converted. */
export const SAMPLE_DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: pools.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: pools
    singular: pool
    kind: Pool
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [min, max]
              x-kubernetes-validations:
                - rule: self.min <= self.max
                  message: min must not be above max
                - rule: self.names.all(n, n.startsWith("pool-"))
              properties:
                min: {type: integer, minimum: 0}
                max: {type: integer}
                mode: {type: string, default: shared, enum: [shared, own]}
                names: {type: array, maxItems: 10, default: [], items: {type: string, maxLength: 20}}
    - name: v2
      served: true
      storage: false
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size:
                  type: object
                  description: How many there are, at least and at most.
                  properties:
                    least: {type: integer}
                    most: {type: integer}
                mode: {type: string, enum: [Shared, Own]}
                names: {type: array, maxItems: 10, items: {type: string, maxLength: 20}}
`;

export const SAMPLE_POLICY = `apiVersion: conversion.pinnace.dev/v1
kind: ConversionPolicy
metadata:
  name: pools
spec:
  definition: pools.example.com
  conversions:
    - from: v1
      to: v2
      rules:
        - move: {from: spec.min, to: spec.size.least}
        - move: {from: spec.max, to: spec.size.most}
        - enum: {from: spec.mode, values: {shared: Shared, own: Own}}
`;

/** A policy with no rules yet, for a definition that the server has. */
export const emptyPolicy = (
  definition: string,
  [from = '', to = '']: readonly string[],
): string => `# Rules that convert, where the definition has several versions: docs/guide/conversion.md
apiVersion: conversion.pinnace.dev/v1
kind: ConversionPolicy
metadata:
  name: ${definition.split('.')[0]}
spec:
  definition: ${definition}
  conversions:
    - from: ${from}
      to: ${to}
      rules: []
`;

export const SAMPLE_OBJECT = `apiVersion: example.com/v1
kind: Pool
metadata:
  name: a
spec:
  min: 5
  max: 3
  names: [pool-a, other]
  colour: red
`;
