// Code of a contract that is not sealed yet shows at pending only.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f86182210580843b9aca00843b9aca00830186a080808860015f5360015ff3c080a017beb73a8bf7202967700b0356491c325c59b21eb22373bc8cc75f8e5df5a93ba06d9ac1cf873dbe57f5057101303937eb7d030f9585d3a605ba99bccc76e36ca9"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xfd76478c90ebe99b9e6cbda5cb2d2e5b62919d6e2fc58ecd4ea52aef40ac0549"}
// advance: 200
>> {"jsonrpc":"2.0","id":2,"method":"eth_getCode","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","pending"]}
<< {"jsonrpc":"2.0","id":2,"result":"0x01"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getCode","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","latest"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x"}
// advance: 1800
>> {"jsonrpc":"2.0","id":4,"method":"eth_getCode","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","latest"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x01"}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getCode","params":["0x5fbdb2315678afecb367f032d93f642f64180aa3","0x0"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x"}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getCode","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":6,"result":"0x"}
