/** What is defined, in which table, and what of its row is the definition. Secrets, state and where it came from are not. */
const kinds = {
  project: { table: 'projects', folder: '', columns: ['name', 'short', 'description', 'url'] },
  queue: {
    table: 'queues',
    folder: 'queues',
    columns: ['name', 'priority', 'instances', 'tries', 'timeout', 'max_memory', 'active'],
  },
  connection: {
    table: 'connections',
    folder: 'connections',
    columns: [
      'label',
      'name',
      'description',
      'connector',
      'settings',
      'reach',
      'agent_id',
      'tunnel_connection_id',
      'per_minute',
      'active',
    ],
  },
  data_structure: {
    table: 'data_structures',
    folder: 'data-structures',
    columns: [
      'label',
      'class_name',
      'table_name',
      'description',
      'published',
      'data_versioning',
      'run_changes_days',
      'structural_versioning',
      'structure_check',
      'on_empty_import',
      'content_identifier',
      'fields',
      'queries',
    ],
  },
  dynamic_model: {
    table: 'dynamic_models',
    folder: 'dynamic-models',
    columns: [
      'model_name',
      'type',
      'file_type',
      'class_name',
      'table_name',
      'options',
      'fields',
      'dynamic_fields',
      'preview_rows',
      'analyse_entry_quantity',
      'max_depth',
      'primary_key',
      'sample_file',
      'data_structure_id',
    ],
  },
  mapping: {
    table: 'mappings',
    folder: 'mappings',
    columns: [
      'label',
      'description',
      'active',
      'source_structure_id',
      'source_data_set_id',
      'target_structure_id',
      'definition',
    ],
  },
  function: {
    table: 'functions',
    folder: 'functions',
    columns: ['label', 'name', 'description', 'parameters', 'gives', 'definition', 'tests'],
  },
  data_set: { table: 'data_sets', folder: 'data-sets', columns: ['name', 'description', 'definition'] },
  insight: { table: 'insights', folder: 'insights', columns: ['label', 'chart_type', 'theme', 'definition'] },
  dashboard: { table: 'dashboards', folder: 'dashboards', columns: ['label', 'description', 'definition'] },
  query: { table: 'queries', folder: 'queries', columns: ['name', 'description', 'sql', 'parameters', 'chart'] },
  text_template: {
    table: 'text_templates',
    folder: 'text-templates',
    columns: ['label', 'type', 'data_structure_id', 'variables', 'body'],
  },
  workflow: {
    table: 'workflows',
    folder: 'workflows',
    columns: [
      'class_name',
      'icon',
      'queue_id',
      'concurrency_limit',
      'concurrency',
      'immediate',
      'content_identifier',
      'content_type',
      'dataset_type',
      'contact_person',
      'email_recipient',
      'exclude_from_billing',
      'expected_every',
      'expected_records',
      'expected_usual',
      'job_days',
      'failed_job_days',
    ],
    text: 'source',
  },
} as const satisfies Record<string, Kind>

type Kind = {
  table: string
  folder: string
  columns: readonly string[]
  /** The column of a text that is a document of its own, and stands behind the others as it is. */
  text?: string
}

export type DefinitionKind = keyof typeof kinds
export const definitionKinds = Object.keys(kinds) as DefinitionKind[]
export const kindOf = (kind: DefinitionKind): Kind => kinds[kind]

/** Where a thing lies in the repository of its tenant. */
export const pathOf = (kind: DefinitionKind, key: string, project: string | undefined) => {
  if (kind === 'project') return `projects/${key}/project.yaml`
  return `${project ? `projects/${project}` : 'tenant'}/${kindOf(kind).folder}/${key}.yaml`
}
