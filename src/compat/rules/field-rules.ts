import { breaking, notable, type Rule, surprising } from './rule.ts';
import { integer, list, rule, text } from './samples.ts';

/** Fields that come, go, or change what they are. */
export const fieldRules = [
  {
    id: 'field-removed',
    title: 'A field was removed.',
    meaning: 'A version no longer has a field that it had.',
    why: 'Who sends the field has it dropped without a word, or is refused where validation is strict. Who reads it finds nothing. What was stored in it is gone with the next write.',
    advice:
      'Keep the field as long as the version is served. Say in its description that it is deprecated, go on to honour it, and leave it out of the next version.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { size: integer, color: text } }, new: { spec: { size: integer } } },
    passes: {
      old: { spec: { size: integer, color: text } },
      new: { spec: { size: integer, color: { ...text, description: 'Deprecated: has no effect.' } } },
    },
  },
  {
    id: 'field-renamed',
    title: 'A field was renamed in place.',
    meaning: 'A field went and one of the same shape came beside it, in the same version.',
    why: 'A rename within a version is a removal: no client knows the new name yet, and no stored object has it. Both names at once are no way out by themselves either: a client that reads both, changes the one it knows and puts all of it back sends two values that do not agree, and its update worked before.',
    advice:
      'Keep both fields for a time. Only one of them is the truth: the server fills in the other on read, and on an update the one that changed wins. Then serve a new version that has the new name only, and convert.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: { spec: { height: { ...integer, description: 'How high it is.' } } },
      new: { spec: { heightInInches: { ...integer, description: 'How high it is.' } } },
    },
    passes: {
      old: { spec: { height: integer } },
      new: {
        specSchema: {
          properties: { height: integer, heightInInches: integer },
          ...rule('!has(self.heightInInches) || !has(self.height) || self.height == self.heightInInches'),
        },
      },
    },
  },
  {
    id: 'field-moved',
    title: 'A field was moved.',
    meaning: 'A field went, and one of the same name and shape came elsewhere in the same version.',
    why: 'For clients and for stored objects it is gone from where they look for it.',
    advice: 'Move it in a new version, and convert. Within a version keep it where it is.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: {
        spec: { color: { ...text, description: 'The color of the frame.' }, frame: { type: 'object', properties: {} } },
      },
      new: {
        spec: { frame: { type: 'object', properties: { color: { ...text, description: 'The color of the frame.' } } } },
      },
    },
    passes: {
      old: { spec: { color: text } },
      new: {
        spec: { color: text, frame: { type: 'object', description: 'The frame.', properties: { width: integer } } },
      },
    },
  },
  {
    id: 'type-changed',
    title: 'The type of a field changed.',
    meaning: 'Values of a field have another JSON type than before.',
    why: 'What clients send is refused, what they read cannot be decoded by typed clients, and stored objects become invalid.',
    advice: 'Add a field of the new type under a new name, or change the type in a new version and convert.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { size: integer } }, new: { spec: { size: text } } },
    passes: {
      old: { spec: { size: integer } },
      new: { spec: { size: integer, sizeText: { ...text, description: 'Free words.' } } },
    },
  },
  {
    id: 'required-field-added',
    title: 'A field became required.',
    meaning: 'A field that could be left out, or did not exist, must now be given, and has no default.',
    why: 'Requests that were accepted are refused, and stored objects without the field cannot be written any more.',
    advice: 'Make the field optional and say what its absence means; or give it a default, in every version.',
    severity: { send: breaking },
    fails: {
      old: { spec: { size: integer } },
      new: { specSchema: { required: ['color'], properties: { size: integer, color: text } } },
    },
    passes: {
      old: { spec: { size: integer } },
      new: { specSchema: { required: ['color'], properties: { size: integer, color: { ...text, default: 'red' } } } },
    },
  },
  {
    id: 'required-with-default',
    title: 'A field became required, and has a default.',
    meaning: 'A field that could be left out, or did not exist, must now be given; its default fills it in.',
    why: 'Servers set defaults before they look at what is required, so no request fails. Clients that validate by the schema without setting defaults, and code that is generated from it, want the field all the same.',
    advice: 'Leave the field out of what is required: its default is there for readers anyway.',
    severity: { send: notable },
    judgedByPeople: true,
    fails: {
      old: { spec: { size: integer } },
      new: { specSchema: { required: ['color'], properties: { size: integer, color: { ...text, default: 'red' } } } },
    },
    passes: { old: { spec: { size: integer } }, new: { spec: { size: integer, color: { ...text, default: 'red' } } } },
  },
  {
    id: 'required-made-optional',
    title: 'A required field may now be left out.',
    meaning: 'A field is no longer required, and has no default that would fill it in.',
    why: 'Old readers count on it. Typed clients see a zero or fail, and a rollback finds objects that the old definition refuses.',
    advice: 'Give the field a default when it becomes optional, so that readers always see it.',
    severity: { read: surprising },
    fails: {
      old: { specSchema: { required: ['size'], properties: { size: integer } } },
      new: { specSchema: { properties: { size: integer } } },
    },
    passes: {
      old: { specSchema: { required: ['size'], properties: { size: integer } } },
      new: { specSchema: { properties: { size: { ...integer, default: 1 } } } },
    },
  },
  {
    id: 'singular-made-plural',
    title: 'A single value became a list without the protocol for it.',
    meaning:
      'A field became a list of what it was, or gave way to a list, or has a list beside it that nothing links to it.',
    why: 'Old clients know the single field only. When they clear or change it, the list must follow; when they put back an object without the list, the list must stay. Nothing of that happens by itself.',
    advice:
      'Keep the single field, add the list, and let the first of the list always be the single value: fill in the list on read, compare on create, and on an update follow whichever of the two changed. New clients send both. A rule that links the two tells the checker so. A new version may have the list alone.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { param: text } }, new: { spec: { params: list({ type: 'string' }) } } },
    passes: {
      old: { spec: { param: text } },
      new: {
        specSchema: {
          properties: { param: text, params: list({ type: 'string' }) },
          ...rule('!has(self.params) || (has(self.param) && size(self.params) > 0 && self.params[0] == self.param)'),
        },
      },
    },
  },
  {
    id: 'two-fields-for-one-thing',
    title: 'Two fields of spec mean the same thing.',
    meaning: 'A new field of spec says in another way what a field beside it says already, and nothing links the two.',
    why: 'A client that knows one of them reads both, changes its own, and puts back two values that contradict each other. The update worked before, so it must work now; nobody can tell which value was meant.',
    advice:
      'Show one of them in each version, and convert. Within a version link them with a rule, and say which one wins.',
    severity: { send: surprising, read: surprising },
    fails: { old: { spec: { timeout: integer } }, new: { spec: { timeout: integer, timeoutSeconds: integer } } },
    passes: { old: { spec: { timeout: integer } }, new: { spec: { timeout: integer, retries: integer } } },
  },
  {
    id: 'description-missing',
    title: 'Something new has no description.',
    meaning: 'A new field or a new version says nothing about itself.',
    why: 'The description is all that clients and `kubectl explain` have. What it leaves open, such as what absence means or whether values may be added, cannot be promised afterwards.',
    advice: 'Say what it means, what its absence means, and how to treat values that one does not know.',
    severity: { read: notable },
    fails: { old: { spec: {} }, new: { spec: { size: { type: 'integer' } } } },
    passes: { old: { spec: {} }, new: { spec: { size: integer } } },
  },
  {
    id: 'description-changed',
    title: 'A description changed.',
    meaning: 'The words about a field are others than before.',
    why: 'A new meaning under an old name breaks every client, and no machine can see it.',
    advice: 'Look whether the words became clearer or the meaning changed. A new meaning needs a new field.',
    severity: { read: notable },
    judgedByPeople: true,
    fails: { old: { spec: { size: integer } }, new: { spec: { size: { ...integer, description: 'The weight.' } } } },
    passes: { old: { spec: { size: integer } }, new: { spec: { size: integer } } },
  },
] as const satisfies readonly Rule[];
