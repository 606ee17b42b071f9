using System;

namespace Ploy
{
    /// <summary>What the library refuses, with its message.</summary>
    public class PloyException : Exception
    {
        /// <summary>The identifier of the status: "not-found", "invalid", "not-supported", …</summary>
        public string Status { get; }

        public PloyException(string message, string status) : base(message)
        {
            Status = status;
        }
    }

    /// <summary>An error in a file: where it is, what is wrong and what would be right.</summary>
    public sealed class PloyFileException : PloyException
    {
        /// <summary>From 1; 0: not known.</summary>
        public int Line { get; }

        /// <summary>From 1, in bytes; 0: not known.</summary>
        public int Column { get; }

        /// <summary>What is wrong, without the place.</summary>
        public string Reason { get; }

        /// <summary>What would be right; may be empty.</summary>
        public string Hint { get; }

        public PloyFileException(string file, string status, int line, int column, string reason, string hint)
            : base($"{file}:{line}:{column}: {reason}{(hint == "" ? "" : "; " + hint)}", status)
        {
            Line = line;
            Column = column;
            Reason = reason;
            Hint = hint;
        }
    }

    /// <summary>The agent is gone.</summary>
    public sealed class PloyGoneException : PloyException
    {
        public PloyGoneException(string message) : base(message, "not-found")
        {
        }
    }
}
