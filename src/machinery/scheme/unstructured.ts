import { cloneJson, isJsonObject, type Json, type JsonObject } from '#meta';
import { versionKindOf } from '../codec/json-parse.ts';

/** Plain data of an object that nobody has read as the kind it says it is: it may have any fields. */
export class Unstructured {
  readonly content: JsonObject;

  constructor(content: Json) {
    this.content = isJsonObject(content) ? content : {};
  }

  get apiVersion(): string {
    return versionKindOf(this.content).apiVersion;
  }

  get kind(): string {
    return versionKindOf(this.content).kind;
  }

  deepCopy(): Unstructured {
    return new Unstructured(cloneJson(this.content));
  }
}
