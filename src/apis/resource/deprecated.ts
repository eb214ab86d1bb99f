/** How long the betas of the group are still there. */
export const beta1Deprecated = { since: '1.35', gone: '1.38' };
export const beta2Deprecated = { since: '1.36', gone: '1.39' };
