import type { AnyConversion } from 'pinnace/webhook';

export const convert: AnyConversion;
