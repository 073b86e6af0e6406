"""Many tables in one room: each tells a broker how it stands, and one page shows them all."""
