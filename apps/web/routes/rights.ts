/** What a screen needs, by the beginning of its address; the longest that fits decides: a right, or a subject to be viewed, and created by screens that make something. */
const subjects: Record<string, string> = {
  '/admin/clients': 'tenants',
  '/admin/partners': 'partners',
  '/admin/users': 'users',
  '/admin/news': 'system',
  '/admin/settings': 'system',
  '/admin/settings/data-structures': 'structures',
  '/admin/support': 'system',
  '/admin/settings/billing': 'billing',
  '/admin/settings/system/roles': 'users',
  '/admin/settings/system/service-accounts': 'users',
  '/admin/settings/system/audit': 'audit',
  '/partner/accounting': 'billing',
  '/partner/account/contracts': 'billing',
  '/partner/tenants': 'tenants',
  '/partner/data-structures': 'structures',
  '/partner/users': 'users',
  '/partner/settings/roles': 'users',
  '/partner/settings/service-accounts': 'users',
  '/partner/settings/audit': 'audit',
  '/tenant/accounting': 'billing',
  '/tenant/contracts': 'billing',
  '/tenant/users': 'users',
  '/tenant/settings/audit': 'audit',
  '/tenant/settings/support': 'users',
  '/project/workflows': 'workflows',
  '/project/workflows/reporting': 'jobs',
  '/project/process-manager': 'workflows',
  '/project/mappings': 'workflows',
  '/project/text-templates': 'workflows',
  '/project/data-structures': 'structures',
  '/project/dynamicModels': 'structures',
  '/project/data-store': 'records',
  '/project/data-explorer': 'records',
  '/project/data-lake': 'records',
  '/project/data-sets': 'insights',
  '/project/insights': 'insights',
  '/project/integrations': 'connections',
  '/project/reporting': 'jobs',
  '/project/journal': 'jobs',
  '/project/notes': 'projects',
  '/project/settings/projects': 'projects',
  '/project/settings/queues': 'projects',
  '/project/settings/email': 'projects',
  '/project/settings/mails': 'projects',
  '/project/settings/emailSettings': 'projects',
  '/project/mail-archive': 'jobs',
  '/project/settings/users': 'users',
  '/project/settings/roles': 'users',
  '/project/settings/service-accounts': 'users',
  '/project/settings/config': 'tokens',
  '/project/settings/workflowToken': 'tokens',
  '/analysis/jobs': 'jobs',
  '/analysis/queues': 'jobs',
  '/analysis/journal': 'jobs',
  '/analysis/overview': 'jobs',
  '/analysis/workflow-logs': 'jobs',
  '/tools/query-editor': 'queries.run',
  '/tools/data-store': 'records',
  '/tools/data-lake': 'records',
  '/tools/dynamic-models': 'structures',
}

/** The permission without which an address leads to the page saying so; none where everybody of the area may look. */
export function rightFor(path: string): string | undefined {
  const parts = path.split('/')
  for (let length = parts.length; length > 1; length--) {
    const subject = subjects[parts.slice(0, length).join('/')]
    if (subject?.includes('.')) return subject
    if (subject) return `${subject}.${/\/(create|add|editor)$/.test(path) ? 'create' : 'view'}`
  }
  return undefined
}
