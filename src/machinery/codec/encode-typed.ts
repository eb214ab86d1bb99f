import type { Json, JsonObject } from '#meta';
import { encodeJson, quoteJson, sortedKeys } from './go-json.ts';
import { type ChoicePlan, fillText, type MemberPlan, type StructPlan, type ValuePlan, zeroText } from './type-plan.ts';

/** A struct as canonical JSON: members in the order of the type, empty ones left out, maps sorted. */
function encodeStruct(plan: StructPlan, value: JsonObject): string {
  let text = '{';
  for (const member of plan.members) {
    const encoded = encodeMember(member, value[member.name]);
    if (encoded !== undefined) text += text.length > 1 ? `,${member.prefix}${encoded}` : member.prefix + encoded;
  }
  return `${text}}`;
}

/** The text without its name; undefined when the member is left out. */
export function encodeMember(member: MemberPlan, value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return member.filled ? fillText(member) : undefined;
  switch (member.value.shape) {
    case 'string':
      if (value === '' && member.dropsZero) return undefined;
      break;
    case 'struct': {
      const text = encodeValue(member.value, value);
      return member.whenEmpty === 'omitZero' && text === member.value.emptyText && !member.pointer ? undefined : text;
    }
    case 'list':
      if (!Array.isArray(value) || value.length > 0) break;
      return emptyText(member, '[]');
    case 'map': {
      const text = encodeValue(member.value, value);
      return text === '{}' ? emptyText(member, text) : text;
    }
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
      if (member.dropsZero && isZero(value)) return undefined;
      break;
  }
  return encodeValue(member.value, value);
}

function emptyText(member: MemberPlan, text: string): string | undefined {
  if (member.dropsZero) return undefined;
  return member.nullsEmpty ? 'null' : text;
}

function isZero(value: Json): boolean {
  return value === 0 || value === false || value === '' || value === 0n;
}

function encodeValue(plan: ValuePlan, value: Json): string {
  if (value === null) return zeroText(plan);
  if (typeof value === 'string') return quoteJson(value);
  switch (plan.shape) {
    case 'struct':
      return encodeStruct(plan, value as JsonObject);
    case 'list':
      return encodeList(plan.items, value as readonly Json[]);
    case 'map':
      return encodeMap(plan.values, value as JsonObject);
    case 'json':
      return encodeJson(value);
    case 'choice':
      return encodeChoice(plan, value);
    default:
      return typeof value === 'object' ? encodeJson(value) : String(value);
  }
}

function encodeChoice(plan: ChoicePlan, value: Json): string {
  const form = Array.isArray(value) ? plan.list : plan.object;
  return form === undefined || typeof value !== 'object' ? encodeJson(value) : encodeValue(form, value);
}

function encodeList(items: ValuePlan, list: readonly Json[]): string {
  let text = '[';
  for (let index = 0; index < list.length; index++) {
    text += (index > 0 ? ',' : '') + encodeValue(items, list[index] ?? null);
  }
  return `${text}]`;
}

function encodeMap(values: ValuePlan, map: JsonObject): string {
  let text = '{';
  for (const key of sortedKeys(map)) {
    const value = map[key];
    if (value === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${quoteJson(key)}:${encodeValue(values, value)}`;
  }
  return `${text}}`;
}
