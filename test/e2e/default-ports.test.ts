// The commands under test look for a model server at its default port. One file has all such tests, so that they use the ports one after the other.
import "./loopback.cases.ts";
import "./guide.cases.ts";
