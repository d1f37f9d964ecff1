// The formats of scenes that are read: IMPORT(name, summary); a format is import_NAME.
IMPORT(ipc, "a configuration of IPC (Li 2020), github.com/ipc-sim/IPC")
