/** The roles and bindings that every server has; loaded when a server has begun to work, since no request needs them. */
type InitialPolicy = Pick<typeof import('./bootstrap/initial-policy.ts'), 'initialPolicy' | 'reconciled'>;

export const loadInitialPolicy = (): Promise<InitialPolicy> => import('./bootstrap/initial-policy.ts');
