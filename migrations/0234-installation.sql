-- What is said once of the whole installation: who it is, and where what its machines share lies. Machines that were told another place are refused.
create table installation (
  id uuid primary key default gen_random_uuid(),
  -- `folder` (WEFT_HOME) or the address of a bucket; nothing until the first machine has started.
  files text,
  -- Whether a mark with the id has been put there.
  is_marked boolean not null default false,
  -- Shown by the SFTP gateway of every machine.
  sftp_host_key bytea
);
create unique index installation_one on installation ((true));
call weft_protect('installation', 'provider');
-- What is there already keeps its files in the folder, whatever its next start is told.
insert into installation (files) select case when exists (select from users) then 'folder' end;
