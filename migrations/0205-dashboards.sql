-- Numbers, tables, pivots and combinations beside the charts there were.
alter table insights drop constraint insights_chart_type_check;
alter table insights add constraint insights_chart_type_check
  check (chart_type in ('area', 'bar', 'column', 'donut', 'line', 'pie', 'combo', 'number', 'table', 'pivot', 'custom'));

-- Insights on a grid, under filters that act on all of them.
create table dashboards (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null default weft_tenant() references tenants (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  label text not null,
  description text not null default '',
  -- Tiles, filters, how often it is asked for anew.
  definition jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, label)
);
create index on dashboards (tenant_id);
call weft_protect('dashboards', 'project');
call weft_audited('dashboards');
call weft_defined('dashboards', 'dashboard', 'label', '{}');
