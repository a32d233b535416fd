-- Which process holds an instance of a queue: a machine keeps its name over restarts, and two processes may share one. A dead
-- process' instances are known by its heartbeat, whatever another one of that machine says.
alter table queue_slots add column instance text not null default '';

-- Which process speaks for the machine, and how its claiming goes: when it last worked, since when it fails and why.
alter table supervisors add column instance text not null default '', add column claiming jsonb not null default '{}';
