// Written by `npm run tables` from the migrations; a test says when it is stale.
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T, T | undefined, T>
/** Written as JSON text, read as the value. */
type Json = ColumnType<any, string | null, string | null>
type OptionalJson = JSONColumnType<any, string | null | undefined, string | null>

export type Tables = {
  agent_sessions: {
    agent_id: string
    tenant_id: string
    session_id: string
    url: string
    version: string
    node: string
    system: string
    address: string
    allows: OptionalJson
    connected_at: Optional<string>
    seen_at: Optional<string>
    disconnected_at: Optional<string | null>
  }
  agents: {
    id: Optional<string>
    tenant_id: Optional<string>
    name: string
    secret_hash: Optional<Buffer | null>
    code_hash: Optional<Buffer | null>
    code_expires_at: Optional<string | null>
    enrolled_at: Optional<string | null>
    revoked_at: Optional<string | null>
    created_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  alerts: {
    id: Optional<string>
    kind: string
    subject: string
    name: string
    detail: Optional<string>
    owner_tenant_id: Optional<string | null>
    began_at: string
    seen_at: Optional<string>
    looks: Optional<number>
    ended_at: Optional<string | null>
    begin_told: Optional<boolean>
    end_told: Optional<boolean>
  }
  allowed_hosts: {
    id: Optional<string>
    tenant_id: string
    host: string
    port: Optional<number | null>
    note: Optional<string>
    created_by: Optional<string | null>
    created_at: Optional<string>
  }
  announcements: {
    id: Optional<string>
    title: string
    message: Optional<string>
    level: Optional<string>
    link: Optional<string>
    audience: string
    to_partner_id: Optional<string | null>
    to_tenant_id: Optional<string | null>
    to_user_id: Optional<string | null>
    recipients: Optional<number>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  approvals: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    job_id: string
    step: string
    title: string
    summary: Optional<string>
    records: OptionalJson
    fields: Optional<string[]>
    record_count: Optional<number>
    users: Optional<string[]>
    roles: Optional<string[]>
    state: Optional<string>
    expires_at: Optional<string | null>
    decided_by: Optional<string | null>
    decided_by_name: Optional<string>
    decided_at: Optional<string | null>
    comment: Optional<string>
    created_at: Optional<string>
  }
  audit_logs: {
    id: Optional<string>
    at: Optional<string>
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
    user_id: Optional<string | null>
    actor: Optional<string>
    actor_kind: Optional<string>
    support_access_id: Optional<string | null>
    address: Optional<string>
    route: Optional<string>
    request: Optional<string | null>
    action: string
    entity: string
    entity_id: Optional<string | null>
    entity_name: Optional<string>
    status: Optional<number | null>
    before: OptionalJson
    after: OptionalJson
  }
  authenticators: {
    user_id: string
    secret: Buffer
    confirmed_at: Optional<string | null>
    last_step: Optional<number>
    recovery_hashes: OptionalJson
    created_at: Optional<string>
  }
  bulk_action_jobs: {
    bulk_action_id: string
    position: number
    job_id: string
    tenant_id: string
    outcome: Optional<string | null>
    status: Optional<string | null>
    message: OptionalJson
  }
  bulk_actions: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    action: string
    options: OptionalJson
    state: Optional<string>
    total: Optional<number>
    affected: Optional<number>
    refused: Optional<number>
    asked_by: Optional<string | null>
    beat_at: Optional<string | null>
    created_at: Optional<string>
    finished_at: Optional<string | null>
    project_id: Optional<string | null>
  }
  certificates: {
    id: Optional<string>
    partner_id: Optional<string>
    name: string
    issuer: Optional<string>
    issued_on: Optional<string | null>
    valid_until: Optional<string | null>
    url: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  config_values: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    value: Optional<string>
    description: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    kind: Optional<string>
    secret_value: Optional<Buffer | null>
    secret_at: Optional<string | null>
  }
  connection_captures: {
    id: Optional<string>
    tenant_id: string
    connection_id: string
    workflow_id: Optional<string | null>
    step: string
    source_table: string
    reader: string
    most_bytes: number
    kept_bytes: Optional<number | null>
    replaced: Optional<boolean>
    read_at: Optional<string>
    looked_at: Optional<string | null>
    next_look_at: Optional<string>
  }
  connection_checks: {
    connection_id: string
    tenant_id: string
    at: Optional<string>
    ok: boolean
    milliseconds: number
  }
  connection_disruptions: {
    id: Optional<string>
    connection_id: string
    tenant_id: string
    began_at: string
    ended_at: Optional<string | null>
    step: string
    reason: Json
  }
  connection_health: {
    connection_id: string
    tenant_id: string
    state: Optional<string>
    steps: OptionalJson
    checked_at: Optional<string | null>
    succeeded_at: Optional<string | null>
    failing_since: Optional<string | null>
    failures: Optional<number>
    next_check_at: Optional<string>
  }
  connection_sign_ins: {
    state: string
    connection_id: string
    tenant_id: string
    user_id: string
    verifier: Buffer
    callback: string
    settings: string
    expires_at: string
  }
  connection_tokens: {
    connection_id: string
    tenant_id: string
    tokens: Optional<Buffer | null>
    settings: Optional<string>
    signed_in_at: Optional<string | null>
  }
  connection_turns: {
    connection_id: string
    tenant_id: string
    next_at: Optional<string>
    paused_until: Optional<string>
  }
  connections: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string | null>
    name: string
    label: string
    description: Optional<string>
    connector: string
    settings: OptionalJson
    secrets: Optional<Buffer | null>
    secrets_set: Optional<string[]>
    secrets_at: Optional<string | null>
    active: Optional<boolean>
    created_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    per_minute: Optional<number | null>
    reach: Optional<string>
    agent_id: Optional<string | null>
    tunnel_connection_id: Optional<string | null>
    is_tunnelled: GeneratedAlways<boolean>
    tunnel_is_tunnelled: GeneratedAlways<boolean>
  }
  contact_persons: {
    id: Optional<string>
    partner_id: Optional<string>
    name: string
    position: Optional<string>
    email: Optional<string>
    phone: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  contract_documents: {
    id: Optional<string>
    contract_id: string
    tenant_id: Optional<string | null>
    partner_id: Optional<string | null>
    title: string
    file_name: string
    path: string
    size: number
    sha256: string
    uploaded_by: Optional<string>
    created_at: Optional<string>
  }
  contracts: {
    id: Optional<string>
    number: GeneratedAlways<number>
    tenant_id: Optional<string | null>
    partner_id: Optional<string | null>
    plan_id: string
    start_on: string
    term_months: Optional<number>
    notice_months: Optional<number>
    status: Optional<string>
    cancelled_on: Optional<string | null>
    cancel_reason: Optional<string>
    ends_on: Optional<string | null>
    note: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  countries: {
    id: Optional<string>
    code: string
    name: string
    international_name: string
    eu_member: Optional<boolean>
    tax_rate: Optional<number>
    disable_tax: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  cross_references: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    left_id: string
    right_id: string
    job_id: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  dashboard_mails: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    dashboard_id: string
    every: string
    day: Optional<number>
    at: string
    zone: string
    recipients: string[]
    values: OptionalJson
    language: string
    sees_runs: Optional<boolean>
    due_at: string
    sent_at: Optional<string | null>
    problem: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  dashboards: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    description: Optional<string>
    definition: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  data_sets: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    description: Optional<string>
    definition: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  data_structure_revisions: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    data_structure_id: string
    version: number
    definition: Json
    plan: OptionalJson
    changed_by: Optional<string | null>
    created_at: Optional<string>
  }
  data_structures: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    class_name: string
    table_name: string
    label: string
    description: Optional<string>
    version: Optional<number>
    published: Optional<boolean>
    locked: Optional<boolean>
    data_versioning: Optional<boolean>
    structural_versioning: Optional<boolean>
    structure_check: Optional<boolean>
    on_empty_import: Optional<string>
    content_identifier: Optional<string>
    fields: OptionalJson
    queries: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
    taken_from: Optional<string | null>
    taken_version: Optional<number | null>
    run_changes_days: Optional<number | null>
  }
  database_moves: {
    id: Optional<string>
    tenant_id: Optional<string>
    state: Optional<string>
    source_server_id: string
    source_engine: string
    source_database: string
    source_username: string
    target_server_id: string
    target_engine: string
    target_database: string
    target_password: Optional<Buffer | null>
    tables: Optional<number>
    tables_done: Optional<number>
    records: Optional<number>
    records_done: Optional<number>
    checks: OptionalJson
    error: OptionalJson
    started_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    finished_at: Optional<string | null>
    drop_after: Optional<string | null>
    dropped_at: Optional<string | null>
  }
  database_server_health: {
    server_id: string
    checked_at: Optional<string>
    reachable: boolean
    version: Optional<string | null>
    latency_ms: Optional<number | null>
    bytes: Optional<number | null>
    connections: Optional<number | null>
    connections_most: Optional<number | null>
    detail: Optional<string | null>
    separates_users: Optional<boolean | null>
  }
  database_servers: {
    id: Optional<string>
    name: string
    engine: string
    host: string
    port: number
    username: string
    password: Optional<Buffer | null>
    embedded: Optional<boolean>
    active: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  definition_drafts: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    definition_id: string
    user_id: string
    author_name: string
    author_email: string
    base_version: number
    commit: string
    blob: string
    objects: string[]
    seen: Optional<number>
    revision: Optional<number>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  definition_uses: {
    definition_id: string
    tenant_id: Optional<string>
    project_id: Optional<string | null>
    uses_id: string
  }
  definitions: {
    id: string
    tenant_id: Optional<string>
    project_id: Optional<string | null>
    kind: string
    key: string
    name: string
    path: Optional<string>
    blob: Optional<string | null>
    version: Optional<number>
    unkept: Optional<boolean>
    removed_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  due_starts: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    step: string
    element: string
    after_job_id: string
    depth: number
    due_at: string
  }
  dynamic_models: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    model_name: string
    type: string
    file_type: Optional<string>
    class_name: Optional<string>
    table_name: Optional<string>
    options: OptionalJson
    fields: OptionalJson
    dynamic_fields: OptionalJson
    preview_rows: Optional<number>
    analyse_entry_quantity: Optional<number>
    max_depth: Optional<number>
    primary_key: Optional<string | null>
    sample_file: Optional<string | null>
    data_structure_id: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  element_limits: {
    id: Optional<string>
    element: string
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    allowed: Optional<string[]>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  expected_runs: {
    workflow_id: string
    tenant_id: string
    project_id: string
    every: string
    watched_since: string
    missed_since: Optional<string | null>
    records: Optional<number | null>
  }
  failure_cause_comments: {
    id: Optional<string>
    cause_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    user_id: Optional<string | null>
    author: string
    kind: Optional<string>
    comment: Optional<string>
    requeued: Optional<number | null>
    refused: Optional<number | null>
    created_at: Optional<string>
  }
  failure_cause_days: {
    cause_id: string
    day: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    runs: Optional<number>
  }
  failure_causes: {
    id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    step: string
    code: string
    template: string
    sample: Json
    runs: Optional<number>
    last_job_id: string
    first_seen_at: string
    last_seen_at: string
    began_at: string
    began_job_id: string
    began_version: number
    state: Optional<string>
    fixed_at: Optional<string | null>
    ignored_reason: Optional<string>
    assigned_to: Optional<string | null>
    requeue_began_at: Optional<string | null>
    updated_at: Optional<string>
  }
  functions: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string | null>
    label: string
    name: string
    description: Optional<string>
    parameters: OptionalJson
    gives: Optional<string>
    definition: OptionalJson
    tests: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  git_changes: {
    id: GeneratedAlways<number>
    tenant_id: Optional<string>
    commit: string
    path: string
    message: string
    author_name: string
    author_email: string
    created_at: Optional<string>
    definition_id: Optional<string | null>
    project_id: Optional<string | null>
    version: Optional<number | null>
    blob: Optional<string | null>
    name: Optional<string>
  }
  git_heads: {
    tenant_id: Optional<string>
    commit: Optional<string>
    updated_at: Optional<string>
    stored: Optional<boolean>
    copied: Optional<string>
  }
  git_objects: {
    id: GeneratedAlways<number>
    tenant_id: Optional<string>
    oid: string
    data: Buffer
    draft: Optional<boolean>
    created_at: Optional<string>
  }
  granted_ips: {
    id: Optional<string>
    user_id: string
    ip_address: string
    description: Optional<string>
    created_at: Optional<string>
  }
  guided_steps: {
    user_id: Optional<string>
    project_id: Optional<string>
    begun_at: Optional<string>
    done: OptionalJson
    dismissed: Optional<boolean>
  }
  hook_calls: {
    token_id: string
    minute: string
    taken: number
    leased: number
  }
  hook_listenings: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    settings: Json
    token_hash: Buffer
    until: string
  }
  hook_test_calls: {
    id: Optional<string>
    listening_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    received_at: Optional<string>
    call: string
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    status: Optional<number | null>
    created_at: Optional<string>
    answer: Optional<Buffer | null>
    lease: string
    leased_until: string
  }
  insights: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    chart_type: string
    theme: Optional<string>
    definition: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  installation: {
    id: Optional<string>
    files: Optional<string | null>
    is_marked: Optional<boolean>
    sftp_host_key: Optional<Buffer | null>
  }
  integration_drafts: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    user_id: string
    connector: string
    connection_id: Optional<string | null>
    step: Optional<string>
    data: OptionalJson
    profiles: OptionalJson
    making: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  integration_tables: {
    id: Optional<string>
    integration_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    position: number
    name: string
    step: string
    structure_id: Optional<string | null>
    source_structure_id: Optional<string | null>
    mapping_id: Optional<string | null>
    read: string
    cursor_field: Optional<string | null>
    deletions: string
    rows: Optional<number | null>
    shape: Json
    found: OptionalJson
    fields: Json
  }
  integrations: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    connection_id: Optional<string | null>
    workflow_id: string
    new_fields: Optional<string>
    first_job_id: Optional<string | null>
    compared_at: Optional<string | null>
    created_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  invoice_numbers: {
    year: number
    last: number
  }
  invoice_runs: {
    id: Optional<string>
    period: string
    mode: Optional<string>
    status: Optional<string>
    total: Optional<number>
    done: Optional<number>
    invoices: Optional<number>
    nothing_due: Optional<number>
    already_there: Optional<number>
    problems: OptionalJson
    error: Optional<string | null>
    started_by: Optional<string>
    created_at: Optional<string>
    finished_at: Optional<string | null>
  }
  invoices: {
    id: Optional<string>
    number: Optional<string | null>
    kind: Optional<string>
    status: Optional<string>
    tenant_id: Optional<string | null>
    partner_id: Optional<string | null>
    period: string
    cancels_id: Optional<string | null>
    language: Optional<string>
    currency: Optional<string>
    seller: OptionalJson
    recipient: OptionalJson
    lines: OptionalJson
    taxes: OptionalJson
    tax_note: Optional<string>
    payment: OptionalJson
    net: Optional<string>
    tax: Optional<string>
    gross: Optional<string>
    issued_on: Optional<string | null>
    due_on: Optional<string | null>
    hash: Optional<string | null>
    pdf_path: Optional<string | null>
    pdf_hash: Optional<string | null>
    mail: Optional<string>
    mailed_at: Optional<string | null>
    run_id: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  job_contents: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    value: string
    position: GeneratedAlways<number>
  }
  job_cursors: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    segment: string
    batch: Optional<number>
    cursor: OptionalJson
    done: Optional<boolean>
  }
  job_logs: {
    id: GeneratedAlways<number>
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    attempt: number
    step: Optional<string | null>
    level: string
    message: Json
    parameters: OptionalJson
    created_at: Optional<string>
  }
  job_signals: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    step: string
    value: Json
    heard: Optional<boolean>
    created_at: Optional<string>
  }
  job_states: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    value: Json
    began_at: Optional<string>
  }
  job_steps: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    step: string
    state: Optional<string>
    records_in: Optional<number>
    exits: OptionalJson
    busy_ms: Optional<number>
    memo: OptionalJson
    error: OptionalJson
    started_at: Optional<string | null>
    finished_at: Optional<string | null>
  }
  job_structures: {
    job_id: string
    structure_id: string
    step: string
    mode: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    opened_at: Optional<string>
  }
  job_undos: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: string
    job_id: string
    state: Optional<string>
    total: Optional<number>
    structures: OptionalJson
    error: OptionalJson
    asked_by: Optional<string | null>
    beat_at: Optional<string | null>
    created_at: Optional<string>
    finished_at: Optional<string | null>
  }
  jobs: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    queue_id: string
    status: Optional<string>
    version: number
    trigger_step: Optional<string | null>
    started_by: string
    started_by_user: Optional<string | null>
    parameters: OptionalJson
    payload: OptionalJson
    return_values: OptionalJson
    content_identifier: Optional<string>
    parent_job_id: Optional<string | null>
    parent_key: Optional<string | null>
    retry_of: Optional<string | null>
    retry_mode: Optional<string | null>
    dedupe_key: Optional<string | null>
    attempt: Optional<number>
    tries_left: Optional<number>
    error: OptionalJson
    records_in: Optional<number>
    records_out: Optional<number>
    records_rejected: Optional<number>
    wake_at: Optional<string | null>
    cancel_requested_at: Optional<string | null>
    machine: Optional<string | null>
    created_at: Optional<string>
    started_at: Optional<string | null>
    finished_at: Optional<string | null>
    origin_id: Optional<string | null>
    moment: Optional<string>
    woken_at: Optional<string | null>
    warnings: Optional<number>
    files_removed_at: Optional<string | null>
    number: Optional<string | null>
    setback: OptionalJson
    position: Optional<number | null>
    queued_at: Optional<string | null>
    slot_id: Optional<string | null>
    turn: Optional<string>
    test: OptionalJson
    failure_cause_id: Optional<string | null>
    failure_open: Optional<boolean>
    source_id: string
    alone: Optional<boolean>
  }
  key_check: {
    id: Optional<boolean>
    sealed: Buffer
    all_sealed_with: Optional<string>
    created_at: Optional<string>
  }
  languages: {
    id: Optional<number>
    label: string
    short: string
    iso_code: Optional<string>
    name: Optional<string>
    interface: Optional<boolean>
    records: Optional<boolean>
    is_default: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  leads: {
    id: Optional<string>
    partner_id: Optional<string>
    company: string
    contact_person: Optional<string>
    email: Optional<string>
    phone: Optional<string>
    status: Optional<string>
    source: Optional<string>
    note: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  left_captures: {
    connection_id: string
    tenant_id: string
    label: string
    connector: string
    settings: Json
    secrets: Optional<Buffer | null>
    reach: string
    agent_id: Optional<string | null>
    tunnel_connection_id: Optional<string | null>
    allowed: Json
    readers: string[]
    left_at: Optional<string>
    tries: Optional<number>
    next_try_at: Optional<string>
  }
  library_structures: {
    id: Optional<string>
    partner_id: Optional<string | null>
    class_name: string
    table_name: string
    label: string
    description: Optional<string>
    version: Optional<number>
    published: Optional<boolean>
    locked: Optional<boolean>
    data_versioning: Optional<boolean>
    structural_versioning: Optional<boolean>
    structure_check: Optional<boolean>
    on_empty_import: Optional<string>
    content_identifier: Optional<string>
    fields: OptionalJson
    queries: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
    run_changes_days: Optional<number | null>
  }
  mail_logs: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
    key: Optional<string | null>
    class_name: Optional<string>
    title: string
    status: Optional<string>
    recipient: string
    sender: Optional<string>
    body: Optional<string>
    parameters: OptionalJson
    error: Optional<string | null>
    job_id: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    html: Optional<string>
    language: Optional<string>
    workflow_id: Optional<string | null>
    masked: Optional<boolean>
    dialogue: Optional<string>
    resent_from: Optional<string | null>
    archived_at: Optional<string | null>
  }
  mail_notice_turns: {
    workflow_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    class_name: string
    next_at: string
  }
  mail_notices: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    job_id: string
    class_name: string
    created_at: Optional<string>
  }
  mail_recipients: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    recipient: string
    class_name: string
    workflow_id: Optional<string | null>
    also: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  mail_templates: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    class_name: string
    language: string
    subject: string
    body: string
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  mail_transports: {
    project_id: Optional<string>
    tenant_id: Optional<string>
    host: Optional<string>
    port: Optional<number>
    security: Optional<string>
    user: Optional<string>
    password: Optional<string>
    from: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  mappings: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    description: Optional<string>
    active: Optional<boolean>
    source_structure_id: Optional<string | null>
    target_structure_id: string
    definition: OptionalJson
    version: Optional<number>
    created_at: Optional<string>
    updated_at: Optional<string>
    source_data_set_id: Optional<string | null>
  }
  media: {
    id: Optional<string>
    file_name: string
    folder: Optional<string>
    description: Optional<string>
    type: string
    mime: string
    size: number
    width: Optional<number | null>
    height: Optional<number | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  news: {
    id: Optional<string>
    title: string
    content: Optional<string>
    release_date: Optional<string>
    audience: Optional<string>
    author: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  newsletter_campaigns: {
    id: Optional<string>
    label: string
    audience: Optional<string>
    subject_en: Optional<string>
    body_en: Optional<string>
    subject_de: Optional<string>
    body_de: Optional<string>
    status: Optional<string>
    started_at: Optional<string | null>
    finished_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  newsletter_deliveries: {
    campaign_id: string
    email: string
    name: Optional<string>
    language: string
    status: Optional<string>
    error: Optional<string | null>
    claimed_at: Optional<string | null>
    done_at: Optional<string | null>
  }
  newsletter_subscribers: {
    id: Optional<string>
    email: string
    name: Optional<string>
    language: Optional<string>
    status: Optional<string>
    source: Optional<string>
    asked_at: Optional<string | null>
    confirmed_at: Optional<string | null>
    unsubscribed_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  notes: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    title: string
    note: Optional<string>
    type: Optional<string>
    type_id: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    written_by: Optional<string | null>
  }
  notifications: {
    id: Optional<string>
    user_id: string
    level: Optional<string>
    title: string
    message: Optional<string>
    link: Optional<string | null>
    read_at: Optional<string | null>
    created_at: Optional<string>
    project_id: Optional<string | null>
  }
  number_counters: {
    range: string
    owner: Optional<string>
    last: number
  }
  number_ranges: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    next: number
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  partner_references: {
    id: Optional<string>
    partner_id: Optional<string>
    title: string
    customer: Optional<string>
    year: Optional<number | null>
    url: Optional<string>
    description: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  partner_services: {
    id: Optional<string>
    partner_id: Optional<string>
    name: string
    kind: Optional<string>
    description: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  partners: {
    id: Optional<string>
    name: string
    short: Optional<string>
    number: Optional<string | null>
    language: Optional<string>
    workspace: string
    email: Optional<string>
    phone: Optional<string>
    website: Optional<string>
    active: Optional<boolean>
    status: Optional<string>
    api_token: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    contact_person: Optional<string>
    fax: Optional<string>
    address_line_1: Optional<string>
    address_line_2: Optional<string>
    address_line_3: Optional<string>
    street: Optional<string>
    zip: Optional<string>
    city: Optional<string>
    country: Optional<string>
    vat_number: Optional<string>
    has_vat: Optional<boolean>
    small_business: Optional<boolean>
    invoice_email: Optional<string>
    invoices_by_mail: Optional<boolean>
    account_holder: Optional<string>
    bank_name: Optional<string>
    iban: Optional<string>
    bic: Optional<string>
    about: Optional<string>
    founded: Optional<number | null>
    employees: Optional<number | null>
    industries: Optional<string>
    regions: Optional<string>
    initialized: Optional<boolean>
    deleting_since: Optional<string | null>
    abbreviation: Optional<string>
    responsible_user_id: Optional<string | null>
    provider_user_id: Optional<string | null>
    logo: Optional<string | null>
  }
  password_links: {
    id: Optional<string>
    user_id: string
    token_hash: Buffer
    purpose: string
    created_at: Optional<string>
    expires_at: string
    used_at: Optional<string | null>
  }
  payment_methods: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    partner_id: Optional<string | null>
    kind: string
    mandate_reference: Optional<string | null>
    account_holder: Optional<string>
    iban: Optional<string>
    bic: Optional<string>
    signed_on: Optional<string | null>
    status: Optional<string>
    revoked_on: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  payments: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    partner_id: Optional<string | null>
    invoice_id: Optional<string | null>
    amount: string
    currency: Optional<string>
    paid_on: string
    method: Optional<string>
    note: Optional<string>
    recorded_by: Optional<string>
    created_at: Optional<string>
  }
  pictures: {
    id: Optional<string>
    user_id: Optional<string | null>
    type: string
    data: Buffer
    created_at: Optional<string>
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
    workflow_id: Optional<string | null>
  }
  pinned_pages: {
    user_id: Optional<string>
    pages: OptionalJson
  }
  plans: {
    id: Optional<string>
    name: string
    description: Optional<string>
    active: Optional<boolean>
    base_fee: Optional<string>
    included_runs: Optional<number>
    run_price: Optional<string>
    included_records: Optional<number>
    record_price: Optional<string>
    included_gb: Optional<number>
    gb_price: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  plugin_archives: {
    id: Optional<string>
    plugin_id: string
    version: string
    manifest: Json
    files: Json
    file_name: Optional<string>
    sha256: string
    publisher: string
    publisher_key: string
    uploaded_by: Optional<string>
    created_at: Optional<string>
  }
  plugin_deliveries: {
    id: Optional<string>
    plugin_id: string
    subscriber: string
    event: string
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
    payload: Json
    status: Optional<string>
    tries: Optional<number>
    next_at: Optional<string>
    error: OptionalJson
    log: OptionalJson
    created_at: Optional<string>
    delivered_at: Optional<string | null>
  }
  plugin_subscriptions: {
    plugin_id: string
    subscriber: string
    event: string
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
  }
  plugins: {
    id: Optional<string>
    key: string
    label: string
    status: Optional<string>
    installed_id: Optional<string | null>
    newest_id: Optional<string | null>
    settings: OptionalJson
    error: OptionalJson
    installed_by: Optional<string>
    installed_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  project_extensions: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    extension: string
    created_at: Optional<string>
  }
  project_plugins: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    plugin_id: string
    enabled: Optional<boolean>
    settings: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  projects: {
    id: Optional<string>
    tenant_id: Optional<string>
    name: string
    short: Optional<string>
    description: Optional<string>
    image: Optional<string | null>
    url: Optional<string>
    start_date: Optional<string | null>
    finish_date: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  provisioning_runs: {
    id: Optional<string>
    kind: string
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    input: Json
    state: Optional<string>
    started_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    subject_id: Optional<string>
    removal: Optional<boolean>
  }
  provisioning_steps: {
    run_id: string
    key: string
    position: number
    state: Optional<string>
    result: OptionalJson
    error: OptionalJson
    started_at: Optional<string | null>
    finished_at: Optional<string | null>
  }
  queries: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    description: string
    sql: string
    parameters: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    chart: OptionalJson
  }
  query_runs: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    user_id: Optional<string>
    query_id: Optional<string | null>
    name: string
    sql: string
    parameters: string
    outcome: string
    rows: Optional<number | null>
    more: Optional<boolean>
    took_ms: number
    error_code: Optional<string | null>
    error: Optional<string | null>
    started_at: Optional<string>
  }
  queue_slots: {
    id: Optional<string>
    tenant_id: Optional<string>
    queue_id: string
    machine: string
    beat_at: Optional<string>
    jobs: Optional<string[]>
    workflows: Optional<string[]>
    instance: Optional<string>
    worker: Optional<string>
  }
  queues: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string | null>
    name: string
    instances: Optional<number>
    tries: Optional<number>
    timeout: Optional<number>
    max_memory: Optional<number>
    priority: Optional<string>
    active: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  quick_links: {
    user_id: Optional<string>
    routes: OptionalJson
  }
  rate_slots: {
    id: GeneratedAlways<number>
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    at: string
    count: number
    expires_at: string
  }
  record_errors: {
    id: Optional<string>
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    step: string
    batch: number
    position: number
    record: Json
    field: Optional<string | null>
    value: OptionalJson
    reason: Json
    state: Optional<string>
    created_at: Optional<string>
    retried_by: Optional<string | null>
    corrected: OptionalJson
    corrected_by: Optional<string | null>
    port: Optional<string | null>
    retry_of: Optional<string | null>
    retried_at: Optional<string | null>
    cause_id: Optional<string | null>
  }
  rejection_cause_comments: {
    id: Optional<string>
    cause_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    user_id: Optional<string | null>
    author: string
    comment: string
    created_at: Optional<string>
  }
  rejection_cause_days: {
    cause_id: string
    day: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    rejected: Optional<number>
    mended: Optional<number>
  }
  rejection_cause_runs: {
    cause_id: string
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    records: number
  }
  rejection_causes: {
    id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    step: string
    field: string
    rule: string
    reason: Json
    value: OptionalJson
    varies: Optional<string[]>
    records: Optional<number>
    waiting: Optional<number>
    mended: Optional<number>
    runs: Optional<number>
    last_job_id: string
    first_seen_at: string
    last_seen_at: string
    state: Optional<string>
    mended_at: Optional<string | null>
    ignored_reason: Optional<string>
    ignored_until: Optional<string | null>
    ignored_above: Optional<number | null>
    assigned_to: Optional<string | null>
    updated_at: Optional<string>
  }
  removed_jobs: {
    job_id: string
    tenant_id: string
    project_id: string
    workflow_id: string
    number: Optional<string | null>
    status: string
    is_test: boolean
    is_whole: boolean
    created_at: string
    started_at: Optional<string | null>
    finished_at: Optional<string | null>
    records_in: number
    records_out: number
    records_rejected: number
    removed_at: Optional<string>
    is_tidied: Optional<boolean>
    kept_until: string
  }
  restorations: {
    id: Optional<string>
    made_at: string
    restored_at: Optional<string>
    released_at: Optional<string | null>
    released_by: Optional<string | null>
  }
  retention_runs: {
    id: Optional<string>
    started_at: Optional<string>
    finished_at: Optional<string | null>
    job_logs: Optional<number>
    mail_logs: Optional<number>
    archives_written: Optional<number>
    archives_removed: Optional<number>
    error: Optional<string | null>
    audit_logs: Optional<number>
    jobs: Optional<number>
  }
  roles: {
    id: Optional<string>
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    name: string
    display_name: string
    description: Optional<string>
    permissions: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  route_whitelists: {
    id: Optional<string>
    tenant_id: Optional<string | null>
    route: string
    addresses: OptionalJson
    description: Optional<string>
    active: Optional<boolean>
    public: Optional<boolean>
    users: OptionalJson
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  run_days: {
    workflow_id: string
    day: string
    status: string
    tenant_id: string
    project_id: string
    runs: number
    records_in: number
    records_out: number
    records_rejected: number
    seconds: string
  }
  schedules: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    step: string
    cron: string
    zone: Optional<string>
    missed: Optional<string>
    next_at: Optional<string | null>
    last_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    polls: Optional<boolean>
  }
  service_account_tokens: {
    id: Optional<string>
    service_account_id: string
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    token_hash: Buffer
    beginning: string
    expires_at: Optional<string | null>
    revoked_at: Optional<string | null>
    last_used_at: Optional<string | null>
    last_used_address: Optional<string>
    created_at: Optional<string>
  }
  service_accounts: {
    id: Optional<string>
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    project_id: Optional<string | null>
    name: string
    description: Optional<string>
    permissions: OptionalJson
    addresses: OptionalJson
    active: Optional<boolean>
    created_by: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  sessions: {
    id: Optional<string>
    token_hash: Buffer
    user_id: string
    address: Optional<string>
    agent: Optional<string>
    created_at: Optional<string>
    used_at: Optional<string>
    revoked_at: Optional<string | null>
    idle_minutes: Optional<number>
    hours: Optional<number>
  }
  settings: {
    key: string
    value: Json
    updated_at: Optional<string>
  }
  sftp_addresses: {
    sftp_user_id: string
    address: Buffer
    used_at: Optional<string>
  }
  sftp_users: {
    id: Optional<string>
    tenant_id: Optional<string>
    username: string
    password_hash: string
    active: Optional<boolean>
    created_at: Optional<string>
  }
  sign_in_challenges: {
    id: Optional<string>
    user_id: string
    token_hash: Buffer
    method: string
    code_hash: Optional<Buffer | null>
    code_until: Optional<string | null>
    sent_at: Optional<string | null>
    sends: Optional<number>
    tries: Optional<number>
    created_at: Optional<string>
    used_at: Optional<string | null>
  }
  sign_in_tries: {
    address: Buffer
    tries: Optional<number>
    in_a_row: Optional<number>
    since: Optional<string>
    throttles: Optional<number>
    throttled_until: Optional<string | null>
    updated_at: Optional<string>
  }
  states: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: Optional<string | null>
    name: string
    value: Json
    job_id: Optional<string | null>
    updated_at: Optional<string>
    began_at: Optional<string | null>
  }
  storage_days: {
    tenant_id: string
    day: string
    database_bytes: Optional<number>
    file_bytes: Optional<number>
    measured_at: Optional<string>
  }
  storage_rules: {
    id: Optional<string>
    tenant_id: Optional<string>
    path: string
    keep_versions: Optional<number>
    version_days: Optional<number>
    retention_days: Optional<number | null>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  storage_servers: {
    id: Optional<string>
    name: string
    type: string
    host: Optional<string>
    port: Optional<number | null>
    username: Optional<string>
    password: Optional<Buffer | null>
    ssl: Optional<boolean>
    passive: Optional<boolean>
    timeout: Optional<number>
    root: Optional<string>
    host_key: Optional<string>
    embedded: Optional<boolean>
    active: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  structure_importers: {
    structure_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
  }
  supervisor_commands: {
    id: Optional<string>
    supervisor_id: string
    action: string
    state: Optional<string>
    asked_by: Optional<string | null>
    problem: Optional<string | null>
    asked_at: Optional<string>
    acknowledged_at: Optional<string | null>
    finished_at: Optional<string | null>
  }
  supervisors: {
    id: Optional<string>
    machine: string
    host: string
    version: Optional<string>
    processors: Optional<number>
    state: Optional<string>
    wanted: Optional<string>
    configuration: OptionalJson
    configured_at: Optional<string | null>
    problem: Optional<string | null>
    workers: OptionalJson
    started_at: Optional<string | null>
    beat_at: Optional<string>
    created_at: Optional<string>
    instance: Optional<string>
    claiming: OptionalJson
  }
  support_accesses: {
    id: Optional<string>
    tenant_id: string
    user_id: string
    user_name: string
    user_kind: string
    reason: string
    minutes: number
    created_at: Optional<string>
    ends_at: string
    ended_at: Optional<string | null>
  }
  support_requests: {
    id: Optional<string>
    number: GeneratedAlways<number>
    user_id: Optional<string>
    subject: string
    comment: string
    contact_person: Optional<string>
    files: OptionalJson
    status: Optional<string>
    mail: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    kind: Optional<string>
    messages: OptionalJson
    project_id: Optional<string | null>
  }
  synced_records: {
    tenant_id: Optional<string>
    project_id: Optional<string>
    name: string
    side: string
    record_id: string
    seen: OptionalJson
    read: OptionalJson
    read_job: Optional<string | null>
    noted: Optional<number>
    overtaken: OptionalJson
    overtaken_job: Optional<string | null>
    replaced: OptionalJson
    held: OptionalJson
  }
  tenant_connections: {
    id: Optional<string>
    tenant_id: Optional<string>
    name: string
    engine: string
    server_id: Optional<string | null>
    host: string
    port: number
    database: string
    username: string
    password: Optional<Buffer | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    new_password: Optional<Buffer | null>
  }
  tenant_figures: {
    tenant_id: string
    partner_id: Optional<string | null>
    name: string
    status: string
    search: string
    health: Optional<string>
    last_job_status: Optional<string | null>
    last_job_at: Optional<string | null>
    last_success_at: Optional<string | null>
    failed_jobs: Optional<number>
    open_errors: Optional<number>
    queued: Optional<number>
    waiting_since: Optional<string | null>
    users: Optional<number>
    storage_bytes: Optional<number | null>
    storage_at: Optional<string | null>
    as_of: Optional<string | null>
  }
  tenant_storages: {
    tenant_id: Optional<string>
    type: Optional<string>
    root: string
    host: Optional<string>
    port: Optional<number | null>
    username: Optional<string>
    password: Optional<Buffer | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    server_id: Optional<string | null>
    ssl: Optional<boolean>
    passive: Optional<boolean>
    timeout: Optional<number>
    host_key: Optional<string>
  }
  tenants: {
    id: Optional<string>
    partner_id: Optional<string | null>
    name: string
    short: Optional<string>
    number: Optional<string | null>
    language: Optional<string>
    workspace: string
    email: Optional<string>
    phone: Optional<string>
    fax: Optional<string>
    website: Optional<string>
    contact_person: Optional<string>
    address_line_1: Optional<string>
    address_line_2: Optional<string>
    address_line_3: Optional<string>
    street: Optional<string>
    zip: Optional<string>
    city: Optional<string>
    country: Optional<string>
    active: Optional<boolean>
    initialized: Optional<boolean>
    status: Optional<string>
    api_token: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    vat_number: Optional<string>
    has_vat: Optional<boolean>
    small_business: Optional<boolean>
    invoice_email: Optional<string>
    invoices_by_mail: Optional<boolean>
    deleting_since: Optional<string | null>
    account_holder: Optional<string>
    bank_name: Optional<string>
    iban: Optional<string>
    bic: Optional<string>
    held: Optional<boolean>
    kind: Optional<string>
    provider_user_id: Optional<string | null>
    settings: OptionalJson
    logo: Optional<string | null>
  }
  text_templates: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    type: Optional<string>
    data_structure_id: Optional<string | null>
    body: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    variables: OptionalJson
  }
  token_refusals: {
    token_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    count: Optional<number>
    address: string
    reason: Json
    last_at: Optional<string>
  }
  traced_structures: {
    structure_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    since: Optional<string>
  }
  trusted_devices: {
    id: Optional<string>
    user_id: string
    token_hash: Buffer
    agent: Optional<string>
    addresses: OptionalJson
    created_at: Optional<string>
    used_at: Optional<string>
    expires_at: string
    revoked_at: Optional<string | null>
  }
  unusual_run_looks: {
    workflow_id: string
    tenant_id: string
    project_id: string
    looked_until: string
  }
  usage_days: {
    tenant_id: string
    project_id: string
    day: string
    runs: Optional<number>
    records: Optional<number>
    excluded_runs: Optional<number>
    excluded_records: Optional<number>
  }
  usage_ends: {
    tenant_id: string
    project_id: string
    day: string
    excluded: boolean
    runs: number
    records: number
  }
  users: {
    id: Optional<string>
    kind: string
    partner_id: Optional<string | null>
    tenant_id: Optional<string | null>
    email: string
    workspace: GeneratedAlways<string>
    password_hash: Optional<string | null>
    role: string
    salutation: Optional<string>
    title: Optional<string>
    first_name: Optional<string>
    last_name: Optional<string>
    username: Optional<string>
    job: Optional<string>
    phone: Optional<string>
    company: Optional<string>
    language: Optional<string>
    profile_picture: Optional<string | null>
    active: Optional<boolean>
    last_sign_in_at: Optional<string | null>
    created_at: Optional<string>
    updated_at: Optional<string>
    locked_at: Optional<string | null>
    invited_at: Optional<string | null>
    ip_check_active: Optional<boolean>
  }
  variables: {
    id: Optional<string>
    tenant_id: Optional<string>
    name: string
    label: string
    type: Optional<string>
    value: Optional<string>
    created_at: Optional<string>
    updated_at: Optional<string>
    kind: Optional<string>
    secret_value: Optional<Buffer | null>
    secret_at: Optional<string | null>
  }
  webhook_answers: {
    job_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    status: number
    headers: OptionalJson
    body: Optional<string>
    created_at: Optional<string>
  }
  workflow_followers: {
    workflow_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    step: string
    element: string
    watched: Optional<string[]>
    statuses: Optional<string[]>
    delay: Optional<number>
  }
  workflow_sources: {
    id: string
    workflow_id: string
    tenant_id: Optional<string>
    project_id: Optional<string>
    source: string
  }
  workflow_state: {
    tenant_id: Optional<string>
    project_id: Optional<string>
    scope: string
    key: string
    value: OptionalJson
    updated_at: Optional<string>
  }
  workflow_tokens: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    workflow_id: string
    name: string
    token_hash: Buffer
    token: Buffer
    whitelist_ips: OptionalJson
    whitelisting_active: Optional<boolean>
    active: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
  }
  workflows: {
    id: Optional<string>
    tenant_id: Optional<string>
    project_id: Optional<string>
    label: string
    class_name: string
    description: Optional<string>
    icon: Optional<string>
    queue_id: Optional<string | null>
    source: Optional<string>
    version: Optional<number>
    commit: Optional<string | null>
    published: Optional<boolean>
    active: Optional<boolean>
    concurrency: Optional<string>
    content_identifier: Optional<string>
    contact_person: Optional<string>
    email_recipient: Optional<string>
    exclude_from_billing: Optional<boolean>
    created_at: Optional<string>
    updated_at: Optional<string>
    triggers: OptionalJson
    concurrency_limit: Optional<number>
    expected_every: Optional<string>
    expected_records: Optional<number>
    expected_usual: Optional<boolean>
    logo: Optional<string | null>
    immediate: Optional<boolean>
    content_type: Optional<string>
    dataset_type: Optional<string>
    job_days: Optional<number | null>
    failed_job_days: Optional<number | null>
  }
  workspace_domains: {
    id: Optional<string>
    tenant_id: Optional<string>
    domain: string
    created_at: Optional<string>
    updated_at: Optional<string>
  }
}
