-- What somebody has really done of the first steps of a project, since they first saw them there.
create table guided_steps (
  user_id uuid not null default weft_user() references users (id) on delete cascade,
  project_id uuid not null default weft_project() references projects (id) on delete cascade,
  begun_at timestamptz not null default clock_timestamp(),
  -- Which call of the API they made first at what time.
  done jsonb not null default '{}',
  dismissed boolean not null default false,
  primary key (user_id, project_id)
);
create index on guided_steps (project_id);
call weft_close('guided_steps');
call weft_open('guided_steps', '{tenant,project}', 'user_id = (select weft_user())');
