// Two admission webhooks for ConfigMaps: one gives every object a team, the other refuses passwords.
import { pathToFileURL } from 'node:url';
import { Refusal, serveAdmission } from 'pinnace/webhook';

/** Mutating: returns what is wanted instead. The patch is computed. */
function giveTeam({ object }) {
  const { labels = {} } = object.metadata;
  if (labels.team !== undefined) return undefined;
  return { ...object, metadata: { ...object.metadata, labels: { ...labels, team: 'unknown' } } };
}

/** Validating: refuses by throwing. */
function refusePasswords({ object }, { warn }) {
  const keys = Object.keys(object.data ?? {});
  if (keys.length > 100) warn('this ConfigMap has very many keys');
  const fields = keys
    .filter((key) => /password|token/i.test(key))
    .map((key) => ({ field: `data.${key}`, message: 'must not be here' }));
  if (fields.length > 0) throw new Refusal('secrets belong into a Secret', { fields });
}

const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }];

/** Serves both, with a certificate of their own. */
export async function start(options = {}) {
  const server = await serveAdmission({ ...options, paths: { '/team': giveTeam, '/secrets': refusePasswords } });
  const configuration = (kind, name) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: server.clientConfig(`/${name}`),
        rules,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
  return {
    close: () => server.close(),
    /** What puts them in force, by resource. */
    configurations: () => [
      ['mutatingwebhookconfigurations', configuration('MutatingWebhookConfiguration', 'team')],
      ['validatingwebhookconfigurations', configuration('ValidatingWebhookConfiguration', 'secrets')],
    ],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const webhook = await start({ port: 9443 });
  for (const [, configuration] of webhook.configurations())
    console.log(`---\n${JSON.stringify(configuration, null, 2)}`);
}
