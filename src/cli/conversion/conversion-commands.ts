import { choiceType, listType, switchType, textType } from '#server';
import { clusterOptions } from '../cluster-options.ts';
import { type Command, command } from '../command.ts';
import { outputOption } from '../output-option.ts';

const fileType = textType('file', 'the path of a file');

const convert = command({
  name: 'convert',
  summary: 'Show an object of a custom resource in another version, by the rules of a ConversionPolicy.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The object, in YAML or JSON; - reads standard input.' },
    to: { type: textType('version', 'a version'), default: '', help: 'The version to show it in, for instance v1.' },
    policy: { type: fileType, help: 'The policy. Without it the server is asked for one.' },
    crd: { type: fileType, help: 'The definition that the policy is for.' },
    ...clusterOptions,
    explain: {
      type: switchType,
      default: false,
      help: 'Tell on standard error which rule made each field, and what is lost on the way back.',
    },
    output: { type: choiceType('yaml', 'json'), default: 'yaml', short: 'o', help: 'Form of the object.' },
  },
  run: async (invocation) => (await import('./convert.ts')).convert(invocation),
});

const conversionTest = command({
  name: 'conversion test',
  summary:
    'Look whether a ConversionPolicy is whole, and whether anything is lost on the way to another version and back.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    samples: {
      type: textType('folder', 'a folder'),
      help: 'Objects to try, beside those that are made of the schemas.',
    },
    output: outputOption,
  },
  details: 'The exit code is 1 when the policy is not whole or something is lost, and 2 when the input cannot be read.',
  run: async (invocation) => (await import('./test-policy.ts')).testPolicy(invocation),
});

const conversionInstall = command({
  name: 'conversion install',
  summary: 'Apply the definition of ConversionPolicy to a server, so that policies can be written there.',
  options: {
    ...clusterOptions,
    print: { type: switchType, default: false, help: 'Print the definition instead.' },
    output: outputOption,
  },
  run: async (invocation) => (await import('./install.ts')).install(invocation),
});

const conversionServe = command({
  name: 'conversion serve',
  summary: 'Serve the rules of a ConversionPolicy as a conversion webhook, for any cluster.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    bindAddress: { type: textType('address', 'an address'), default: '127.0.0.1', help: 'Where to listen.' },
    port: { type: textType('port', 'a port'), default: '9443', help: 'Which port to listen on; 0 takes a free one.' },
    cert: {
      type: fileType,
      help: 'The certificate, PEM. Without it one is made, and its authority printed as caBundle.',
    },
    key: { type: fileType, help: 'The key of the certificate, PEM.' },
    names: {
      type: listType,
      default: ['127.0.0.1', 'localhost'],
      help: 'The names and addresses that a made certificate is for.',
    },
    output: outputOption,
  },
  details: 'Reviews are answered at /convert, and /healthz says ok. A policy that is not whole is not served.',
  run: async (invocation) => (await import('./serve.ts')).servePolicy(invocation),
});

const conversionManifest = command({
  name: 'conversion manifest',
  summary: 'Print what a cluster needs to run the rules of a ConversionPolicy as a webhook.',
  options: {
    file: { type: fileType, default: '', short: 'f', help: 'The policy.' },
    crd: { type: fileType, default: '', help: 'The definition that it is for.' },
    image: { type: textType('image', 'an image'), default: '', help: 'An image whose entry point is pinnace.' },
    name: { type: textType('name', 'a name'), default: 'conversion', help: 'The name of what is made.' },
    namespace: { type: textType('name', 'a namespace'), default: 'default', help: 'Where it is made.' },
    output: { type: choiceType('yaml', 'json'), default: 'yaml', short: 'o', help: 'Form of the objects.' },
  },
  details: `A ConfigMap with the rules, a Secret with a certificate for a year, a Deployment, its Service, and the definition that asks it.
Print it again and apply it before the year is over.`,
  run: async (invocation) => (await import('./manifest.ts')).manifest(invocation),
});

/** Conversion by the rules of a ConversionPolicy. */
export const conversionCommands: readonly Command[] = [
  convert,
  conversionTest,
  conversionInstall,
  conversionServe,
  conversionManifest,
];
