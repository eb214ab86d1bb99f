/** What one begins with: a definition with a default and two rules, and an object that breaks one of them. */
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
