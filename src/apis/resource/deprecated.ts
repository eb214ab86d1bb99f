/** How long the betas of the group are still there. */
export const betasDeprecated = {
  v1beta1: { since: '1.35', gone: '1.38' },
  v1beta2: { since: '1.36', gone: '1.39' },
};
