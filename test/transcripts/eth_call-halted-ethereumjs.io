// A call that fails otherwise says how; this engine does not say which opcode was invalid, and takes return data out of bounds for a lack of gas.
// start: {"engine":"ethereumjs"}
// an endless loop
>> {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gas":"0x10000"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x5b5f56"}}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"out of gas: gas required exceeds: 65536"}}
// INVALID
>> {"jsonrpc":"2.0","id":2,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0xfe"}}]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"EVM error: invalid opcode"}}
// an opcode that does not exist
>> {"jsonrpc":"2.0","id":3,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x0c"}}]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"EVM error: invalid opcode"}}
// a stack with nothing on it
>> {"jsonrpc":"2.0","id":4,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x50"}}]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"EVM error: stack underflow"}}
// a jump to nowhere
>> {"jsonrpc":"2.0","id":5,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x600156"}}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"EVM error: invalid jump destination"}}
// less gas than a call needs at all
>> {"jsonrpc":"2.0","id":6,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gas":"0x1"},"latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"intrinsic gas too low"}}
// return data beyond its end
>> {"jsonrpc":"2.0","id":7,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x60015f5f3e"}}]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"out of gas: gas required exceeds: 50000000"}}
// a stack too high
>> {"jsonrpc":"2.0","id":8,"method":"eth_call","params":[{"to":"0x00000000000000000000000000000000000000aa","gas":"0x100000"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x5b5f5f56"}}]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32000,"message":"EVM error: stack overflow"}}
// code that begins with 0xef
>> {"jsonrpc":"2.0","id":9,"method":"eth_call","params":[{"data":"0x60ef5f5360015ff3"},"latest"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"EVM error: invalid code: must not begin with 0xef"}}
// more code than EIP-170 allows
>> {"jsonrpc":"2.0","id":10,"method":"eth_call","params":[{"data":"0x6160015ff3"},"latest"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32000,"message":"EVM error: max code size exceeded"}}
